// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The tokens with which this service authenticates at push services and mail servers. They are stored encrypted, so
/// that all processes use the same one: Apple answers TooManyProviderTokenUpdates if it gets new tokens more often than
/// every 20 minutes, and each run of `deliver-mail` is a new process.
package final class ServiceTokens {
  private let environment: Environment
  private var known: [String: Token] = [:]

  /// A token and the time until which it is used.
  package struct Token: Sendable {
    /// The token in an `Authorization` header.
    package let text: String
    /// Earlier than the time from which the service refuses the token.
    package let expiresAt: Timestamp

    /// Members in the order of their declaration.
    package init(_ text: String, expiresAt: Timestamp) {
      self.text = text
      self.expiresAt = expiresAt
    }
  }

  package init(_ environment: Environment) { self.environment = environment }

  /// The time by which a token must have been made.
  package var deadline: Deadline { environment.clock.deadline.sendingEnd.atMost(.seconds(5)) }

  /// The time by which everything is sent.
  package var sendingEnd: Deadline { environment.clock.deadline.sendingEnd }

  /// The token of a name. If there is none, a new one is made. If two processes make one at the same time, both use the
  /// first that is stored.
  package func token(
    _ name: String, making make: (_ now: Timestamp) throws(Problem) -> Token
  ) throws(Problem) -> String {
    if let token = known[name], token.expiresAt > environment.clock() { return token.text }
    if let stored = try environment.store.read({ (transaction) throws(Problem) in try stored(name, transaction) }) {
      known[name] = stored
      return stored.text
    }
    let made = try make(environment.clock())
    let token = try environment.store.write { (transaction) throws(Problem) in
      if let stored = try stored(name, transaction) { return stored }
      try save(made, as: name, transaction)
      return made
    }
    known[name] = token
    return token.text
  }

  /// The token of a name, which one process makes while the others wait for it: its service may end everything if a
  /// refresh token is used twice (RFC 9700, section 4.14.2).
  package func tokenMadeByOneProcess(
    _ name: String, making make: (_ now: Timestamp) throws(Problem) -> Token
  ) throws(Problem) -> String {
    if let token = known[name], token.expiresAt > environment.clock() { return token.text }
    let end = deadline
    while true {
      switch try turn(ofMaking: name) {
      case .made(let token):
        known[name] = token
        return token.text
      case .ofThisProcess:
        let token = try makeInTurn(name, make)
        known[name] = token
        return token.text
      case .ofAnotherProcess:
        guard end.remaining > .zero else {
          throw .unavailable("there is no access token yet", cause: "another process has asked for it")
        }
        environment.clock.pause(.milliseconds(50))
      }
    }
  }

  private enum Turn {
    case made(Token)
    case ofThisProcess
    case ofAnotherProcess
  }

  /// Which process makes a token. If that process ends before it has made one, the others wait only a short time.
  private func turn(ofMaking name: String) throws(Problem) -> Turn {
    let known = try environment.store.read { (transaction) throws(Problem) in try turn(name, transaction) }
    if let known { return known }
    return try environment.store.write { (transaction) throws(Problem) in
      if let turn = try turn(name, transaction) { return turn }
      try save(Token("", expiresAt: environment.clock() + .seconds(10)), as: Self.making + name, transaction)
      return .ofThisProcess
    }
  }

  /// - Returns: nil if nobody makes the token.
  private func turn(_ name: String, _ transaction: Transaction) throws(Problem) -> Turn? {
    if let token = try stored(name, transaction) { return .made(token) }
    let turn = try transaction.serviceTokens.find(Self.making + name, now: environment.clock())
    return turn == nil ? nil : .ofAnotherProcess
  }

  /// Makes a token, and ends the turn of this process.
  private func makeInTurn(
    _ name: String, _ make: (_ now: Timestamp) throws(Problem) -> Token
  ) throws(Problem) -> Token {
    let made: Result<Token, Problem>
    do throws(Problem) { made = .success(try make(environment.clock())) } catch { made = .failure(error) }
    try environment.store.write { (transaction) throws(Problem) in
      if case .success(let token) = made { try save(token, as: name, transaction) }
      try transaction.serviceTokens.delete(Self.making + name)
    }
    return try made.get()
  }

  /// Deletes a token that its service refuses.
  package func forget(_ name: String) throws(Problem) {
    known[name] = nil
    try environment.store.write { (transaction) throws(Problem) in try transaction.serviceTokens.delete(name) }
  }

  /// The refresh token that has replaced the operator's own; nil if none has.
  package func replacement(of name: String) throws(Problem) -> String? {
    try environment.store.read { (transaction) throws(Problem) in try stored(Self.refresh + name, transaction) }?.text
  }

  /// Stores a refresh token in place of the operator's own. Nobody else has it, so it is never made again.
  package func replace(_ name: String, with refreshToken: String) throws(Problem) {
    try environment.store.write { (transaction) throws(Problem) in
      try save(Token(refreshToken, expiresAt: environment.clock() + .days(3650)), as: Self.refresh + name, transaction)
    }
  }

  /// Encrypts the refresh tokens with the current key, before the others are deleted and made again.
  package func reseal(_ transaction: Transaction) throws(Problem) {
    var kept: [(name: String, token: Token)] = []
    for stored in try transaction.serviceTokens.all(beginningWith: Self.refresh) {
      let text = try environment.secret.opened(stored.sealedToken, for: .serviceTokens, at: stored.name)
      if let text { kept.append((stored.name, Token(text, expiresAt: stored.expiresAt))) }
    }
    try transaction.serviceTokens.deleteAll()
    for (name, token) in kept { try save(token, as: name, transaction) }
  }

  private static let refresh = "refresh "
  private static let making = "making "

  private func save(_ token: Token, as name: String, _ transaction: Transaction) throws(Problem) {
    let sealed = try environment.secret.seal(token.text, for: .serviceTokens, at: name)
    try transaction.serviceTokens.save(
      StoredServiceToken(name: name, sealedToken: sealed, expiresAt: token.expiresAt), now: environment.clock())
  }

  /// A token that was encrypted with an unknown key is made again.
  private func stored(_ name: String, _ transaction: Transaction) throws(Problem) -> Token? {
    guard let stored = try transaction.serviceTokens.find(name, now: environment.clock()),
      let text = try environment.secret.opened(stored.sealedToken, for: .serviceTokens, at: name)
    else { return nil }
    return Token(text, expiresAt: stored.expiresAt)
  }
}
