// SPDX-License-Identifier: Apache-2.0

import Domain

/// Names in mails that people have chosen. Events are validated with `PersonName`; names that were stored by earlier
/// releases and names of devices are checked only here.
enum PersonNames {
  /// Replaces or removes names that mail programs would convert to links.
  /// - Parameters:
  ///   - app: replaces the name of an inviter.
  ///   - recipient: replaces the name of a client, if the values do not contain the client's address.
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
