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
    /// Earlier than the service refuses it.
    package let expiresAt: Timestamp

    /// Members in the order of their declaration.
    package init(_ text: String, expiresAt: Timestamp) {
      self.text = text
      self.expiresAt = expiresAt
    }
  }

  package init(_ environment: Environment) { self.environment = environment }

  /// The time by which a token must have been made.
  package var deadline: Deadline { environment.deadline.sendingEnd.atMost(.seconds(5)) }

  /// The time by which everything is sent.
  package var sendingEnd: Deadline { environment.deadline.sendingEnd }

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

  /// Deletes a token that its service refuses.
  package func forget(_ name: String) throws(Problem) {
    known[name] = nil
    try environment.store.write { (transaction) throws(Problem) in try transaction.serviceTokens.delete(name) }
  }

  /// The refresh token that has replaced the operator's own; nil if none has.
  package func replacement(of name: String) throws(Problem) -> String? {
    try environment.store.read { (transaction) throws(Problem) in try stored(Self.refresh + name, transaction) }?.text
  }

  /// Stores a refresh token in place of the operator's own. Nobody else has it, so that it is never made again.
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
