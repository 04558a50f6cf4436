// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored.
public struct DeleteAccountRequest: FunctionRequest {
  /// What `delete-account` answers.
  public typealias Answer = DeleteAccountResult

  /// `POST /delete-account`. It needs a session.
  public static let function = FunctionCall("delete-account", at: "/delete-account", for: .session)

  /// An inviter with clients confirms that the clients are deleted too.
  public var confirm: Bool?

  /// Creates a request. What is nil is not sent.
  public init(confirm: Bool? = nil) {
    self.confirm = confirm
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.confirm = try container.optional("confirm")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(confirm, "confirm")
  }
}

/// What `delete-account` answers to ``DeleteAccountRequest``.
public enum DeleteAccountResult: Codable, Equatable, Sendable {
  /// An account that can be restored for some days.
  case deleting(Deleting)
  /// The account's id, if it was erased at once.
  case deleted(String)

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("deleted") {
      self = .deleted(try container.required("deleted"))
      return
    }
    self = .deleting(try Deleting(from: decoder))
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .deleting(let value):
      try value.encode(to: encoder)
    case .deleted(let value):
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(value, "deleted")
    }
  }

  /// An account that can be restored for some days.
  public struct Deleting: Codable, Equatable, Sendable {
    /// A person who can sign in. `email` is nil if the provider gave none.
    public var account: Account

    /// When the account is erased. Until then `restore-account` restores it.
    public var deletesAt: Date

    /// Creates a value, such as for a test or a preview.
    public init(account: Account, deletesAt: Date) {
      self.account = account
      self.deletesAt = deletesAt
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.account = try container.required("account")
      self.deletesAt = try container.required("deletesAt")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(account, "account")
      try container.write(deletesAt, "deletesAt")
    }
  }
}
