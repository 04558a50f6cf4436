// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The export account result message.
public struct ExportAccountResultMessage: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The template.
  public var kind: String
  /// The locale.
  public var locale: String
  /// The recipient.
  public var recipient: String
  /// The state.
  public var state: ExportAccountResultMessageState
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The invitation id.
  public var invitationId: String?
  /// A timestamp (RFC 3339) in UTC.
  public var endedAt: Date?
  /// The failure.
  public var failure: String?
  /// The outcome.
  public var outcome: ExportAccountResultMessageOutcome?
  /// A timestamp (RFC 3339) in UTC.
  public var outcomeAt: Date?
  /// The outcome detail.
  public var outcomeDetail: String?

  /// Creates the value from its members.
  public init(
    id: String, kind: String, locale: String, recipient: String, state: ExportAccountResultMessageState,
    createdAt: Date, invitationId: String? = nil, endedAt: Date? = nil, failure: String? = nil,
    outcome: ExportAccountResultMessageOutcome? = nil, outcomeAt: Date? = nil, outcomeDetail: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.locale = locale
    self.recipient = recipient
    self.state = state
    self.createdAt = createdAt
    self.invitationId = invitationId
    self.endedAt = endedAt
    self.failure = failure
    self.outcome = outcome
    self.outcomeAt = outcomeAt
    self.outcomeDetail = outcomeDetail
  }
}

/// The export account result device.
public struct ExportAccountResultDevice: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// A timestamp (RFC 3339) in UTC.
  public var firstUsedAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var lastUsedAt: Date
  /// The platform.
  public var platform: String?
  /// The name.
  public var name: String?

  /// Creates the value from its members.
  public init(id: String, firstUsedAt: Date, lastUsedAt: Date, platform: String? = nil, name: String? = nil) {
    self.id = id
    self.firstUsedAt = firstUsedAt
    self.lastUsedAt = lastUsedAt
    self.platform = platform
    self.name = name
  }
}

/// The export account result audit item.
public struct ExportAccountResultAuditItem: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// A timestamp (RFC 3339) in UTC.
  public var at: Date
  /// The function.
  public var function: String
  /// The action.
  public var action: String
  /// The subject id.
  public var subjectId: String?
  /// The code.
  public var code: String?
  /// The provider.
  public var provider: String?
  /// The address.
  public var address: String?
  /// The user agent.
  public var userAgent: String?
  /// The country.
  public var country: String?
  /// The device.
  public var device: ExportAccountResultAuditItemDevice?
  /// The trace id.
  public var traceId: String?
  /// The count.
  public var count: Int?
  /// A timestamp (RFC 3339) in UTC.
  public var lastAt: Date?

  /// Creates the value from its members.
  public init(
    id: String, at: Date, function: String, action: String, subjectId: String? = nil, code: String? = nil,
    provider: String? = nil, address: String? = nil, userAgent: String? = nil, country: String? = nil,
    device: ExportAccountResultAuditItemDevice? = nil, traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil
  ) {
    self.id = id
    self.at = at
    self.function = function
    self.action = action
    self.subjectId = subjectId
    self.code = code
    self.provider = provider
    self.address = address
    self.userAgent = userAgent
    self.country = country
    self.device = device
    self.traceId = traceId
    self.count = count
    self.lastAt = lastAt
  }
}

/// The person's last consent, and the decision of their parent or guardian.
public struct ExportAccountResultAccountConsent: Codable, Hashable, Sendable {
  /// The guardian.
  public var guardian: AccountConsentGuardian
  /// The version.
  public var version: String?
  /// A timestamp (RFC 3339) in UTC.
  public var agreedAt: Date?
  /// The guardian email.
  public var guardianEmail: String?
  /// A timestamp (RFC 3339) in UTC.
  public var guardianAt: Date?

  /// Creates the value from its members.
  public init(
    guardian: AccountConsentGuardian, version: String? = nil, agreedAt: Date? = nil, guardianEmail: String? = nil,
    guardianAt: Date? = nil
  ) {
    self.guardian = guardian
    self.version = version
    self.agreedAt = agreedAt
    self.guardianEmail = guardianEmail
    self.guardianAt = guardianAt
  }
}

/// The export account result account imported from item.
public struct ExportAccountResultAccountImportedFromItem: Codable, Hashable, Sendable {
  /// The source.
  public var source: String
  /// The id.
  public var id: String

  /// Creates the value from its members.
  public init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}

/// Why the address gets no unsolicited mail.
public struct ExportAccountResultAccountSuppression: Codable, Hashable, Sendable {
  /// The reason.
  public var reason: ExportAccountResultAccountSuppressionReason
  /// A timestamp (RFC 3339) in UTC.
  public var at: Date
  /// The detail.
  public var detail: String?
  /// When the recipient turned off the address of Apple's relay.
  public var disabledAt: Date?

  /// Creates the value from its members.
  public init(
    reason: ExportAccountResultAccountSuppressionReason, at: Date, detail: String? = nil, disabledAt: Date? = nil
  ) {
    self.reason = reason
    self.at = at
    self.detail = detail
    self.disabledAt = disabledAt
  }
}

/// The export account result message state.
public enum ExportAccountResultMessageState: RawRepresentable, Codable, Hashable, Sendable {
  /// `queued`
  case queued
  /// `leased`
  case leased
  /// `sent`
  case sent
  /// `failed`
  case failed
  /// `unknown`
  case unknown
  /// `cancelled`
  case cancelled
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "queued": .queued
      case "leased": .leased
      case "sent": .sent
      case "failed": .failed
      case "unknown": .unknown
      case "cancelled": .cancelled
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .queued: "queued"
    case .leased: "leased"
    case .sent: "sent"
    case .failed: "failed"
    case .unknown: "unknown"
    case .cancelled: "cancelled"
    case .other(let text): text
    }
  }
}

/// The export account result message outcome.
public enum ExportAccountResultMessageOutcome: RawRepresentable, Codable, Hashable, Sendable {
  /// `delivered`
  case delivered
  /// `bounced`
  case bounced
  /// `complained`
  case complained
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "delivered": .delivered
      case "bounced": .bounced
      case "complained": .complained
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .delivered: "delivered"
    case .bounced: "bounced"
    case .complained: "complained"
    case .other(let text): text
    }
  }
}

/// The export account result audit item device.
public struct ExportAccountResultAuditItemDevice: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The platform.
  public var platform: String?
  /// The name.
  public var name: String?

  /// Creates the value from its members.
  public init(id: String, platform: String? = nil, name: String? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
  }
}
