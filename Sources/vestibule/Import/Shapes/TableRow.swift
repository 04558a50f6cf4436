// SPDX-License-Identifier: Apache-2.0

extension DescribedPerson {
  /// A row of an app's own user table.
  init(tableRow row: Record) {
    externalID = row.text("externalid", "userid", "id")
    email = row.text("email")
    emailVerified = row.flag("emailverified")
    appleSubject = row.text("appleuserid")
    switch row.text("passwordhash") {
    case nil, "apple_oauth": password = .none
    case let hash?: password = .hash(hash)
    }
    displayName = row.text("displayname", "name")
    userName = row.text("username")
    phone = row.text("phone")
    photoURL = row.text("photourl")
    locale = row.text("locale")
    role = row.text("role")
    isDisabled = row.flag("disabled")
    createdAt = row.text("createdat")
  }
}
