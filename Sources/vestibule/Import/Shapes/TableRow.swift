// SPDX-License-Identifier: Apache-2.0

extension DescribedPerson {
  /// A row of an app's own user table, such as one of Flask or Django (`auth_user`).
  init(tableRow row: Record) {
    externalID = row.text("externalid", "userid", "id")
    email = row.text("email")
    emailVerified = row.flag("emailverified")
    appleSubject = row.text("appleuserid")
    switch row.text("passwordhash", "password") {
    case nil, "apple_oauth": password = .none
    // Django writes an exclamation mark for no password.
    case let hash? where hash.hasPrefix("!"): password = .none
    case let hash?: password = .hash(hash)
    }
    displayName = row.text("displayname", "name") ?? row.fullName
    userName = row.text("username")
    phone = row.text("phone")
    photoURL = row.text("photourl")
    locale = row.text("locale")
    role = row.text("role")
    isDisabled = row.flag("disabled") || row["isactive"] != nil && !row.flag("isactive")
    createdAt = row.text("createdat", "datejoined")
  }
}
