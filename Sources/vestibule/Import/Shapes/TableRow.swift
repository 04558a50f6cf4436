// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  /// The columns of an address, also of Clerk.
  static let columnsOfAddress = ["email", "emailaddress", "primaryemailaddress"]
  private static let otherColumns = [
    "externalid", "userid", "id", "sub", "cognito:username", "emailverified", "isemailverified", "emailverifiedat",
    "emailconfirmedat", "confirmedat", "verifiedemailaddresses", "appleuserid", "googleuserid", "identities",
    "passwordhash",
    "password", "encryptedpassword", "passworddigest", "displayname", "name", "firstname", "givenname", "lastname",
    "familyname", "nickname", "username", "phone", "phonenumber", "primaryphonenumber", "photourl", "picture", "image",
    "imageurl", "avatarurl", "avatar", "locale", "role", "createdat", "datejoined", "usercreatedate",
  ]
  static let columnsOfTable = Set(columnsOfAddress + otherColumns + locks + permissions + deletions)

  /// A row of an app's own user table, such as one of Flask, Django (`auth_user`, `dumpdata`), Laravel, Devise or
  /// Auth.js, or a user that Auth0, Clerk or Cognito has exported.
  init(tableRow row: Record) {
    externalID = row.text("externalid", "userid", "id", "sub", "cognito:username")
    email = row.text("email", "emailaddress", "primaryemailaddress")
    let verifications = ["emailverified", "isemailverified", "emailverifiedat", "emailconfirmedat", "confirmedat"]
      .map(row.clearFlag)
    emailVerified = verifications.contains(.on)
    isVerificationUnclear = verifications.contains(.unclear)
    if let email, let verified = row.text("verifiedemailaddresses") {
      emailVerified = verified.split(whereSeparator: { " ,;|".contains($0) }).contains { $0 == email }
    }
    appleSubject = row.text("appleuserid")
    googleSubject = row.text("googleuserid")
    readIdentities(row)
    switch row.text("passwordhash", "password", "encryptedpassword", "passworddigest") {
    case nil, "apple_oauth": password = .none
    // Django writes an exclamation mark for no password.
    case let hash? where hash.hasPrefix("!"): password = .none
    case let hash?: password = .hash(hash)
    }
    displayNames = [row.text("displayname"), row.text("name"), row.fullName, row.text("nickname")]
    userName = row.text("username")
    phone = row.text("phone", "phonenumber", "primaryphonenumber")
    photoURL = row.text("photourl", "picture", "image", "imageurl", "avatarurl", "avatar")
    locale = row.text("locale")
    role = row.text("role")
    createdAt = row.text("createdat", "datejoined", "usercreatedate")
    readLocks(row)
  }

  /// Auth0's `identities`, or the provider at the beginning of its `user_id`: `google-oauth2|1234`.
  private mutating func readIdentities(_ row: Record) {
    var identities = (row["identities"]?.array ?? []).map { identity in
      (identity["provider"]?.string ?? "", identity["user_id"].flatMap(Record.text))
    }
    if identities.isEmpty, let parts = row.text("userid")?.split(separator: "|", maxSplits: 1), parts.count == 2 {
      identities = [(String(parts[0]), String(parts[1]))]
    }
    for (provider, subject) in identities {
      switch provider {
      case "google-oauth2": googleSubject = googleSubject ?? subject
      case "apple": appleSubject = appleSubject ?? subject
      case "auth0", "email", "sms", "": continue
      default: hasOtherProvider = true
      }
    }
  }
}
