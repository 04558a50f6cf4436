// SPDX-License-Identifier: Apache-2.0

/// An address that came through a mailed code, or as the verified address of a linked identity.
package struct ProvenAddress: Equatable, Sendable {
  package var email: EmailAddress
  package var provenAt: Timestamp

  package init(email: EmailAddress, provenAt: Timestamp) {
    self.email = email
    self.provenAt = provenAt
  }
}

extension Account {
  /// The primary address, if it is proven. Accounts of early releases have no time of the proof.
  package var provenPrimary: ProvenAddress? {
    guard let email, emailVerified else { return nil }
    return ProvenAddress(email: email, provenAt: emailProvenAt ?? createdAt)
  }
}

/// An entry of `addresses` of an account. Mails go to the primary one.
package struct AccountAddress: Equatable, Sendable {
  package var email: EmailAddress
  package var isPrimary: Bool
  /// Nil if the address is only claimed.
  package var provenAt: Timestamp?

  package var json: JSON {
    .object([
      "email": JSON(email.text), "primary": .bool(isPrimary), "provenAt": provenAt.map { JSON($0.rfc3339) },
    ])
  }
}

/// A client record that waits for its person's answer: whether the inviter stays.
package struct WaitingInviter: Equatable, Sendable {
  package var clientID: String
  package var inviter: InviterName

  package init(clientID: String, inviter: InviterName) {
    self.clientID = clientID
    self.inviter = inviter
  }

  package var json: JSON { ["clientId": .string(clientID), "inviter": inviter.json] }
}

extension Account {
  /// How many addresses an account can have.
  package static let maximumAddresses = 10

  /// All addresses, the primary one first.
  package var addresses: [AccountAddress] {
    let primary = email.map {
      AccountAddress(email: $0, isPrimary: true, provenAt: provenPrimary?.provenAt)
    }
    let others = otherAddresses.map { AccountAddress(email: $0.email, isPrimary: false, provenAt: $0.provenAt) }
    return [primary].compactMap { $0 } + others
  }

  /// The addresses that are proven.
  package var provenEmails: [EmailAddress] {
    (emailVerified ? [email].compactMap { $0 } : []) + otherAddresses.map(\.email)
  }

  /// Whether the account has proven exactly this address.
  package func hasProven(_ address: EmailAddress) -> Bool { provenEmails.contains { $0.key == address.key } }
}
