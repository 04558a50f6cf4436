// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Admits a person who wants to join by a link, or refuses.
public struct AnswerJoinRequestRequest: FunctionRequest {
  /// What `answer-join-request` answers.
  public typealias Answer = AnswerJoinRequestResult

  /// `POST /answer-join-request`. It needs a session.
  public static let function = FunctionCall("answer-join-request", at: "/answer-join-request", for: .session)

  /// The request to answer. At most 64 characters.
  public var joinRequestId: String

  /// Whether the person becomes a client.
  public var approve: Bool

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(joinRequestId: String, approve: Bool, teamId: String? = nil) {
    self.joinRequestId = joinRequestId
    self.approve = approve
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinRequestId = try container.required("joinRequestId")
    self.approve = try container.required("approve")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinRequestId, "joinRequestId")
    try container.write(approve, "approve")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `answer-join-request` answers to ``AnswerJoinRequestRequest``.
public struct AnswerJoinRequestResult: Codable, Equatable, Sendable {
  /// A request to join by a link whose inviter has to agree.
  public var joinRequest: JoinRequestState

  /// The new record; nil if the person was refused.
  public var client: ClientRecord?

  /// Creates a value, such as for a test or a preview.
  public init(joinRequest: JoinRequestState, client: ClientRecord? = nil) {
    self.joinRequest = joinRequest
    self.client = client
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinRequest = try container.required("joinRequest")
    self.client = try container.optional("client")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinRequest, "joinRequest")
    try container.writeIfPresent(client, "client")
  }
}
