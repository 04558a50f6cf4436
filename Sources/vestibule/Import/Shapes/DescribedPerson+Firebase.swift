// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  static let columnsOfFirebase: Set<String> = [
    "localid", "uid", "email", "emailverified", "displayname", "name", "photourl", "phonenumber", "disabled",
    "createdat",
    "customattributes", "passwordhash", "salt", "passwordsalt", "provideruserinfo", "googleid",
  ]

  static func isFirebaseHeader(_ names: [String]) -> Bool {
    let plain = names.map(Record.plainName)
    return plain.contains("email") && (plain.contains("localid") || plain.contains("uid"))
  }

  /// The columns of `firebase auth:export users.csv`, which has no names in its first line
  /// (firebase.google.com/docs/cli/auth, "CSV format"); empty for another number of columns.
  static func firebaseColumns(_ count: Int) -> [String] {
    let providers = ["google", "facebook", "twitter", "github"].flatMap { name in
      ["Id", "Email", "DisplayName", "PhotoUrl"].map { name + $0 }
    }
    let names =
      ["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"] + providers
      + ["createdAt", "lastSignedInAt", "phoneNumber", "disabled", "customAttributes"]
    return (26...names.count).contains(count) ? Array(names.prefix(count)) : []
  }

  /// A user of `firebase auth:export users.json` (firebase.google.com/docs/cli/auth).
  init(firebaseUser user: Record) {
    externalID = user.text("localid", "uid")
    email = user.text("email")
    emailVerified = user.flag("emailverified")
    displayNames = [user.text("displayname"), user.text("name")]
    photoURL = user.text("photourl")
    phone = user.text("phonenumber")
    readLocks(user)
    googleSubject = user.text("googleid")
    hasOtherProvider = user.text("facebookid", "twitterid", "githubid") != nil
    createdAt = user.text("createdat")
    // Custom claims, which only the app's own server can set.
    role = user.text("customattributes").flatMap { try? JSON(parsing: $0) }?["role"].flatMap(Record.text)
    if let hash = user.text("passwordhash") {
      password = user.text("salt", "passwordsalt").map { .firebase(hash, salt: $0) } ?? .unusable
    }
    let isKnown = email != nil || phone != nil || password != .none
    if !isKnown, user["provideruserinfo"]?.array?.isEmpty ?? true { absence = .anonymous }
    for provider in user["provideruserinfo"]?.array ?? [] {
      let subject = provider["rawId"].flatMap(Record.text)
      switch provider["providerId"]?.string {
      case "google.com": googleSubject = subject
      case "apple.com": appleSubject = subject
      case "password": if password == .none { password = .unusable }
      case "phone", nil: continue
      default: hasOtherProvider = true
      }
      displayNames.append(provider["displayName"].flatMap(Record.text))
      photoURL = photoURL ?? provider["photoUrl"].flatMap(Record.text)
    }
  }
}
