// SPDX-License-Identifier: Apache-2.0

/// Why a mail did not arrive, and will not. All sources (refusals of a relay, notifications of mail servers, events of
/// vendors) give one of these classes.
package enum BounceReason: String, CaseIterable, Sendable {
  /// The address does not exist or is disabled. Only this class suppresses the address.
  case address
  /// The mailbox is full.
  case mailboxFull = "mailbox-full"
  /// DMARC, SPF, reputation, a blocklist or a rate: another mail may arrive.
  case policy
  /// The mail itself: a virus, spam, its size or its form.
  case content
  /// The address or the account that sends.
  case sender
  /// The vendor did not try, because of its own suppression list.
  case dropped
  /// Attempts ended without success.
  case expired
  /// None of these, or not known.
  case other

  /// Whether a report says so little that a later one may say more.
  package var isVague: Bool { self == .other || self == .expired }
}
