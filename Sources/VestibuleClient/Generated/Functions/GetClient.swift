// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns one client with its invitation, the deliveries of its messages, and its workouts.
public struct GetClientRequest: FunctionRequest {
  public typealias Answer = GetClientResult

  /// The function that answers the request.
  public static let function = FunctionCall("get-client", at: "/get-client", for: .session)

  /// An opaque id.
  public var clientId: String

  /// Creates the value from its members.
  public init(clientId: String) {
    self.clientId = clientId
  }
}

/// The get client result.
public struct GetClientResult: Codable, Hashable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes`.
  public var client: ClientRecord
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation
  /// The latest messages that offered the invitation, oldest first, as long as `retention.mailDays` keeps them.
  public var deliveries: [GetClientResultDelivery]
  /// The first page of `list-workouts`.
  public var workouts: [Workout]

  /// Creates the value from its members.
  public init(client: ClientRecord, invitation: Invitation, deliveries: [GetClientResultDelivery], workouts: [Workout])
  {
    self.client = client
    self.invitation = invitation
    self.deliveries = deliveries
    self.workouts = workouts
  }
}

/// The get client result delivery.
public struct GetClientResultDelivery: Codable, Hashable, Sendable {
  /// When it got its status.
  public var at: Date
  /// `cancelled`: the invitation ended or was sent again before the message was sent.
  public var status: GetClientResultDeliveryStatus
  /// Why it bounced or failed, as the mail server or the vendor said.
  public var reason: String?

  /// Creates the value from its members.
  public init(at: Date, status: GetClientResultDeliveryStatus, reason: String? = nil) {
    self.at = at
    self.status = status
    self.reason = reason
  }
}

/// `cancelled`: the invitation ended or was sent again before the message was sent.
public enum GetClientResultDeliveryStatus: RawRepresentable, Codable, Hashable, Sendable {
  /// `queued`
  case queued
  /// `sent`
  case sent
  /// `delivered`
  case delivered
  /// `bounced`
  case bounced
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
      case "sent": .sent
      case "delivered": .delivered
      case "bounced": .bounced
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
    case .sent: "sent"
    case .delivered: "delivered"
    case .bounced: "bounced"
    case .failed: "failed"
    case .unknown: "unknown"
    case .cancelled: "cancelled"
    case .other(let text): text
    }
  }
}
