// SPDX-License-Identifier: Apache-2.0

/// An inviter's own name, color and logo. Their invitations show them instead of the app's.
package struct Branding: Equatable, Sendable {
  package let name: String?
  /// In the form `#rrggbb`.
  package let color: String?
  /// An https URL.
  package let logoURL: String?

  /// - Returns: nil if there is nothing to show.
  package init?(_ json: JSON?) {
    name = json?["name"]?.string
    color = json?["color"]?.string
    logoURL = json?["logoURL"]?.string
    if name == nil, color == nil, logoURL == nil { return nil }
  }

  package var json: JSON {
    .object([
      "name": name.map(JSON.string), "color": color.map(JSON.string), "logoURL": logoURL.map(JSON.string),
    ])
  }
}

extension Policy {
  /// What an inviter's invitations show instead of the app's name, color and logo; nil if the policy does not allow it.
  package func branding(of inviter: Inviter) -> Branding? { invitation.branding ? inviter.branding : nil }
}
