// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  static let columnsOfSupabase: Set<String> = [
    "id", "email", "emailconfirmedat", "encryptedpassword", "phone", "createdat", "banneduntil", "isanonymous",
    "deletedat",
    "rawusermetadata", "rawappmetadata",
  ]

  /// A row of Supabase's `auth.users` (supabase.com/docs/guides/auth/managing-user-data).
  init(supabaseUser user: Record, now: Timestamp) {
    externalID = user.text("id")
    email = user.text("email")
    emailVerified = user.text("emailconfirmedat") != nil
    if let hash = user.text("encryptedpassword") { password = .hash(hash) }
    // Supabase stores E.164 numbers without the plus sign.
    phone = user.text("phone").map { $0.hasPrefix("+") ? $0 : "+" + $0 }
    createdAt = user.text("createdat")
    if let end = user["banneduntil"] { readBan(until: end, now) }
    if user.flag("isanonymous") || ![nil, "authenticated"].contains(user.text("role")) { absence = .anonymous }
    if user.text("deletedat") != nil { absence = .deleted }

    let (ofPerson, ofApp) = (Self.object(user["rawusermetadata"]), Self.object(user["rawappmetadata"]))
    let nameParts = ["given_name", "family_name"].compactMap { ofPerson[$0].flatMap(Record.text) }
    displayNames = ["full_name", "name"].map { ofPerson[$0].flatMap(Record.text) }
    displayNames.append(nameParts.isEmpty ? nil : nameParts.joined(separator: " "))
    photoURL = (ofPerson["avatar_url"] ?? ofPerson["picture"]).flatMap(Record.text)
    role = ofApp["role"].flatMap(Record.text)
    if role == nil, let said = ofPerson["role"].flatMap(Record.text) {
      // People can change their own user metadata.
      (role, isRoleSelfAssigned) = (said, true)
    }
    let providers = ofApp["providers"]?.array?.compactMap(\.string) ?? [ofApp["provider"]?.string].compactMap { $0 }
    hasOtherProvider = providers.contains { !["email", "phone"].contains($0) }
  }

  /// Reads when a ban ends. A ban that cannot be read keeps the row out.
  private mutating func readBan(until end: JSON, _ now: Timestamp) {
    let text = Record.text(end)
    if text?.lowercased() == "infinity" {
      isDisabled = true
    } else if let time = text.flatMap(Timestamp.init(written:)) {
      isDisabled = time > now
    } else {
      absence = .unclearStatus
    }
  }

  /// An object in a column, either directly or as text.
  static func object(_ value: JSON?) -> JSON {
    if case .string(let text) = value { return (try? JSON(parsing: text)) ?? [:] }
    return value ?? [:]
  }
}
