// SPDX-License-Identifier: Apache-2.0

import Domain

/// What people say of themselves and of each other in a mail. Names are held against `PersonName` where they come in;
/// those that were stored before, and those of devices, only here.
enum PersonNames {
  /// The values of a mail without names that mail programs would make links of.
  /// - Parameters:
  ///   - app: what an inviter is called instead.
  ///   - recipient: what a client is called instead, unless the mail says their address.
  static func checked(_ values: JSON, app: String, recipient: String) -> JSON {
    let client = values["client"]?["email"]?.string ?? recipient
    let replacements = [
      ("client", "name", client), ("inviter", "displayName", app), ("account", "displayName", nil),
      ("device", "name", nil), ("device", "platform", nil),
    ]
    return replacements.reduce(values) { checked, each in
      let (of, name, replacement) = each
      guard let text = checked[of]?[name]?.string, !PersonName.isUsable(text), var members = checked.members,
        var described = checked[of]?.members
      else { return checked }
      described[name] = replacement.map(JSON.string)
      members[of] = .object(described)
      return .object(members)
    }
  }
}
