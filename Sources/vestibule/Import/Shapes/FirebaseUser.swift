// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  /// A user of `firebase auth:export users.json` (firebase.google.com/docs/cli/auth).
  init(firebaseUser user: Record) {
    externalID = user.text("localid")
    email = user.text("email")
    emailVerified = user.flag("emailverified")
    displayName = user.text("displayname")
    photoURL = user.text("photourl")
    phone = user.text("phonenumber")
    isDisabled = user.flag("disabled")
    createdAt = user.text("createdat")
    // Custom claims, which only the app's own server can set.
    role = user.text("customattributes").flatMap { try? JSON(parsing: $0) }?["role"].flatMap(Record.text)
    if let hash = user.text("passwordhash") {
      password = user.text("salt").map { .firebase(hash, salt: $0) } ?? .unusable
    }
    for provider in user["provideruserinfo"]?.array ?? [] {
      let subject = provider["rawId"].flatMap(Record.text)
      switch provider["providerId"]?.string {
      case "google.com": googleSubject = subject
      case "apple.com": appleSubject = subject
      case "password": if password == .none { password = .unusable }
      case "phone", nil: continue
      default: hasOtherProvider = true
      }
      displayName = displayName ?? provider["displayName"].flatMap(Record.text)
      photoURL = photoURL ?? provider["photoUrl"].flatMap(Record.text)
    }
  }
}
