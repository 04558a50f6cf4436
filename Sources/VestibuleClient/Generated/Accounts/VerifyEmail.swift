// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the verification mail, or confirms or refuses the address with the mail's code.
///
/// Exactly one of these is present:
/// - `email`
/// - `code`
public struct VerifyEmailRequest: FunctionRequest {
  /// What `verify-email` answers.
  public typealias Answer = VerifyEmailResult

  /// `POST /verify-email`. It needs no session; with one the answer may differ.
  public static let function = FunctionCall("verify-email", at: "/verify-email", for: .sessionIfAny)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public internal(set) var email: String?

  /// The code in a mail's link. At most 128 characters.
  public internal(set) var code: String?

  /// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
  /// address, or discards an account's new address.
  public var decision: Decision?

  /// One of the static functions makes a request.
  init(email: String? = nil, code: String? = nil, decision: Decision? = nil) {
    self.email = email
    self.code = code
    self.decision = decision
  }

  /// Requests the mail.
  public static func mail(email: String) -> VerifyEmailRequest {
    VerifyEmailRequest(email: email)
  }

  /// Confirms or refuses the address with the code of the mail.
  public static func code(_ code: String, decision: Decision? = nil) -> VerifyEmailRequest {
    VerifyEmailRequest(code: code, decision: decision)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.email = try container.optional("email")
    self.code = try container.optional("code")
    self.decision = try container.optional("decision")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(decision, "decision")
  }

  /// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
  /// address, or discards an account's new address.
  public struct Decision: OpenEnumeration {
    /// `confirm`: the address is the person's.
    public static let confirm = Decision(rawValue: "confirm")
    /// `refuse`: the person did not sign up, or does not want an account to have the address.
    public static let refuse = Decision(rawValue: "refuse")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// What `verify-email` answers to ``VerifyEmailRequest``.
public struct VerifyEmailResult: Codable, Equatable, Sendable {
  /// The text to show the person.
  public var message: String?

  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account?

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState?

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]?

  /// The record of the inviter whose invitation or link the account has waited for; nil if there is none.
  public var client: ClientRecord?

  /// The request that the account has waited to send; nil if there is none.
  public var joinRequest: JoinRequestState?

  /// The `data` of the invitation that the account has waited for; nil if there is none.
  public var data: JSONValue?

  /// Where the inviter wants the person to go now: a URL below one of the policy's `app.returnURLs`; nil if the
  /// invitation has none.
  public var returnURL: String?

  /// The id of the account that was deleted because its address was refused; nil otherwise.
  public var deleted: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    message: String? = nil, account: Account? = nil, state: AccountState? = nil, missing: [MissingField]? = nil,
    client: ClientRecord? = nil, joinRequest: JoinRequestState? = nil, data: JSONValue? = nil, returnURL: String? = nil,
    deleted: String? = nil
  ) {
    self.message = message
    self.account = account
    self.state = state
    self.missing = missing
    self.client = client
    self.joinRequest = joinRequest
    self.data = data
    self.returnURL = returnURL
    self.deleted = deleted
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.message = try container.optional("message")
    self.account = try container.optional("account")
    self.state = try container.optional("state")
    self.missing = try container.optional("missing")
    self.client = try container.optional("client")
    self.joinRequest = try container.optional("joinRequest")
    self.data = try container.optional("data")
    self.returnURL = try container.optional("returnURL")
    self.deleted = try container.optional("deleted")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(message, "message")
    try container.writeIfPresent(account, "account")
    try container.writeIfPresent(state, "state")
    try container.writeIfPresent(missing, "missing")
    try container.writeIfPresent(client, "client")
    try container.writeIfPresent(joinRequest, "joinRequest")
    try container.writeIfPresent(data, "data")
    try container.writeIfPresent(returnURL, "returnURL")
    try container.writeIfPresent(deleted, "deleted")
  }
}
