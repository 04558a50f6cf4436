// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Requests the verification mail, or confirms or refuses the address with the mail's code. Exactly one of
/// these is present: `email`; `code`.
public struct VerifyEmailRequest: FunctionRequest, Equatable {
  public typealias Answer = VerifyEmailResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("verify-email", at: "/verify-email", for: .sessionIfAny)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("VerifyEmailRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The code in a mail's link.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
  /// address, or discards an account's new address.
  @_alwaysEmitIntoClient public var decision: VerifyEmailRequestDecision? {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    email: String? = nil, code: String? = nil, decision: VerifyEmailRequestDecision? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = email
    json[text: 1] = code
    json[choice: 2] = decision
    self.json = json
  }
}

/// The verify email result.
public struct VerifyEmailResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("VerifyEmailResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The text to show the person.
  @_alwaysEmitIntoClient public var message: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  @_alwaysEmitIntoClient public var state: AccountState? {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof
  /// of the address.
  @_alwaysEmitIntoClient public var missing: [String]? {
    get { json[texts: 3] }
    set { update { $0[texts: 3] = newValue } }
  }

  /// The id of the account that was deleted because its address was refused; absent otherwise.
  @_alwaysEmitIntoClient public var deleted: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    message: String? = nil, account: Account? = nil, state: AccountState? = nil, missing: [String]? = nil,
    deleted: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = message
    json[object: 1] = account
    json[choice: 2] = state
    json[texts: 3] = missing
    json[text: 4] = deleted
    self.json = json
  }
}

/// Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's
/// address, or discards an account's new address.
public struct VerifyEmailRequestDecision: OpenEnumeration, Hashable {
  /// `confirm`
  @_alwaysEmitIntoClient public static var confirm: VerifyEmailRequestDecision {
    VerifyEmailRequestDecision(rawValue: "confirm")
  }
  /// `refuse`
  @_alwaysEmitIntoClient public static var refuse: VerifyEmailRequestDecision {
    VerifyEmailRequestDecision(rawValue: "refuse")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
