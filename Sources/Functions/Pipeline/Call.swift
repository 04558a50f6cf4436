// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What is known of one event beside its data: who sent it and how it wants to be answered.
public struct Call: Sendable {
  public let function: String
  /// The signed-in account; nil where none is needed.
  public let caller: Account?
  /// The session that it calls from.
  public let session: Session?
  /// What the event proves somebody's identity by: one of the policy's providers, or `password`.
  public let provider: String?
  /// Names the event, where it said `source` and `id`, with its data in their canonical form.
  public let event: (key: EventKey, data: [UInt8])?
  /// The address that the app's request came from.
  public let clientAddress: String?
  /// Whether the request came through a gateway that did not say for whom, in a way that can be believed.
  public let isOfGateway: Bool
  public let userAgent: String?
  public let traceID: String?
  /// Of the HTTP request that the event was, where it was one.
  public let httpMethod: String?
  /// The caller's language, one of the policy's.
  public let language: LanguageTag

  public init(
    function: String, caller: Caller?, provider: String? = nil, event: (key: EventKey, data: [UInt8])?,
    clientAddress: String?, isOfGateway: Bool = false,
    userAgent: String?, traceID: String?, httpMethod: String? = nil, language: LanguageTag
  ) {
    self.function = function
    self.caller = caller?.account
    session = caller?.session
    self.provider = provider
    self.event = event
    self.clientAddress = clientAddress
    self.isOfGateway = isOfGateway
    self.userAgent = userAgent
    self.traceID = traceID
    self.httpMethod = httpMethod
    self.language = language
  }

  /// What a limit for a client counts by: an IPv4 address, or the network of an IPv6 address, of which one customer has
  /// 2^64 addresses and more (RFC 6177). All those whom a gateway does not name count together as the gateway.
  /// - Returns: nil where nothing is known: one caller would use up the limit of all.
  var clientNetwork: String? {
    guard let address = clientAddress else { return isOfGateway ? "gateway" : nil }
    guard address.contains(":") else { return address }
    // In the one spelling of RFC 5952, "::" stands for as many zero groups as are missing.
    let halves = address.split(separator: "::", omittingEmptySubsequences: false).map { $0.split(separator: ":") }
    let missing = 8 - halves.reduce(0) { $0 + $1.count }
    let zeros = Array(repeating: Substring("0"), count: halves.count > 1 ? max(0, missing) : 0)
    return (halves[0] + zeros + halves.dropFirst().joined()).prefix(4).joined(separator: ":") + "::/64"
  }

  /// The account of a function that only a signed-in account may call.
  func requireCaller() throws(Problem) -> Account {
    guard let caller else { throw .bug("\(function) was called without an account") }
    return caller
  }

  /// The session of a function that only a signed-in account may call.
  func requireSession() throws(Problem) -> Session {
    guard let session else { throw .bug("\(function) was called without a session") }
    return session
  }
}
