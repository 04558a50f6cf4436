// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Access tokens, and how they are refreshed.
extension Session {
  /// An access token that is valid for at least ``refreshMargin``, for servers of the app's own.
  /// - Throws: ``VestibuleError/signedOut`` if nobody is signed in.
  public func accessToken() async throws(VestibuleError) -> String { try await accessToken(repeatsUnreachable: true) }

  private func accessToken(repeatsUnreachable: Bool) async throws(VestibuleError) -> String {
    try await restore()
    guard let own = stored else { throw .signedOut }
    if isFresh(own) { return own.tokens.accessToken }
    return try await refreshed(replacing: own.tokens.accessToken, of: epoch, repeatsUnreachable: repeatsUnreachable)
  }

  /// - Parameters:
  ///   - access: of the function that is called.
  ///   - repeatsUnreachable: whether a refresh is repeated after a lost connection.
  /// - Returns: nil if there is no session, and the call needs none.
  func accessToken(
    for access: FunctionCall.Access, repeatsUnreachable: Bool
  ) async throws(VestibuleError) -> (token: String, epoch: Int)? {
    if let own = stored, isFresh(own) { return (own.tokens.accessToken, epoch) }
    try await restore()
    if stored == nil, access != .session { return nil }
    let begun = epoch
    let token = try await accessToken(repeatsUnreachable: repeatsUnreachable)
    guard epoch == begun else { throw .signedOut }
    return (token, begun)
  }

  /// Whether an access token is valid for at least ``refreshMargin``, by the server's clock.
  func isFresh(_ session: StoredSession) -> Bool {
    let left = session.tokens.accessTokenExpiresAt.timeIntervalSince(now()) + (session.clockOffset ?? 0)
    return left > Self.refreshMargin
  }

  /// How far the clock of this device is ahead of the server's, by tokens that the server has issued just now; nil if
  /// the token does not say when, and for less than five minutes, which may be the time that the answer took.
  func clockOffset(by tokens: Tokens) -> TimeInterval? {
    guard let issued = AccessTokenClaims(tokens.accessToken)?.issuedAt else { return nil }
    let offset = now().timeIntervalSince(issued)
    return abs(offset) < 300 ? nil : offset
  }

  /// The access token that replaces another one. There is one refresh, however many calls wait for it.
  /// - Parameters:
  ///   - token: the access token that is no longer of use.
  ///   - begun: the epoch in which the call began. Tokens of a person who has signed in since then are not returned.
  ///   - repeatsUnreachable: whether a refresh is repeated after a lost connection.
  func refreshed(replacing token: String, of begun: Int, repeatsUnreachable: Bool) async throws(VestibuleError)
    -> String
  {
    guard epoch == begun, let own = stored else { throw .signedOut }
    if own.tokens.accessToken != token { return own.tokens.accessToken }
    let running = refreshing?.epoch == begun ? refreshing : nil
    let refresh: Refresh =
      running ?? (
        begun, Task { await self.refresh(own, of: begun, repeatsUnreachable: repeatsUnreachable) }, repeatsUnreachable
      )
    refreshing = refresh
    // A cancelled call does not wait for the refresh, which goes on.
    guard let result = await refresh.task.valueUnlessCancelled else { throw .cancelled }
    // The refresh was started by a call that gives up early; this one must not.
    if case .failure(.unreachable) = result, repeatsUnreachable, !refresh.repeatsUnreachable {
      return try await refreshed(replacing: token, of: begun, repeatsUnreachable: true)
    }
    let tokens = try result.get()
    guard epoch == begun else { throw .signedOut }
    return tokens.accessToken
  }

  /// Refreshes once. It is not cancelled with the call that waits for it, because others wait too.
  private func refresh(
    _ own: StoredSession, of begun: Int, repeatsUnreachable: Bool
  ) async -> Result<Tokens, VestibuleError> {
    defer { if refreshing?.epoch == begun { refreshing = nil } }
    var latest = own
    // Another process of the app may have refreshed the tokens, or have begun to. The earlier ones are then of no use,
    // also if the later ones have expired.
    switch await found(since: own) {
    case .session(let found) where isPresent(own.tokens, of: begun):
      stored = found
      latest = found
      if found.tokens != own.tokens, isFresh(found) { return .success(found.tokens) }
    case .signedOut where isPresent(own.tokens, of: begun):
      await endHere()
      return .failure(.signedOut)
    default: break
    }
    do throws(VestibuleError) {
      return .success(try await exchange(latest, of: begun, repeatsUnreachable: repeatsUnreachable))
    } catch {
      return .failure(error)
    }
  }

  /// Exchanges the refresh token. The key is stored before it is sent, so that the next start repeats the same refresh.
  /// - Parameters:
  ///   - old: the session whose refresh token is exchanged.
  ///   - begun: the epoch whose session gets the tokens; nil if none does.
  ///   - repeatsUnreachable: whether a refresh is repeated after a lost connection.
  func exchange(
    _ old: StoredSession, of begun: Int?, repeatsUnreachable: Bool = true
  ) async throws(VestibuleError) -> Tokens {
    let key = old.refreshKey ?? UUID().uuidString
    if old.refreshKey == nil, isPresent(old.tokens, of: begun) {
      stored?.refreshKey = key
      try await writeDetails()
    }
    var server = server
    server.retries.repeatsUnreachable = repeatsUnreachable
    do throws(VestibuleError) {
      let request = RefreshSessionRequest(refreshToken: old.tokens.refreshToken, device: device)
      let tokens = try await server.call(request, idempotencyKey: key).session
      if isPresent(old.tokens, of: begun) {
        // The answer to an earlier key may be old, and then says nothing about the clock.
        let offset = old.refreshKey == nil ? clockOffset(by: tokens) : nil
        stored = StoredSession(tokens: tokens, account: stored?.account, clockOffset: offset)
        // If this fails, the next start repeats the refresh with the stored key.
        try? await writeStored(replacing: old)
      }
      // `reauthenticate` or another process of the app may have given other tokens in between.
      if begun == epoch, let present = stored?.tokens { return present }
      return tokens
    } catch {
      // The device has other data than when the refresh began.
      if error.code == .eventIdConflict, old.refreshKey != nil {
        return try await exchange(
          StoredSession(tokens: old.tokens, account: old.account), of: begun, repeatsUnreachable: repeatsUnreachable)
      }
      if error.code?.endsRefresh == true, isPresent(old.tokens, of: begun) { try? await end(error) }
      throw error
    }
  }

  func isPresent(_ tokens: Tokens, of begun: Int?) -> Bool { begun == epoch && stored?.tokens == tokens }
}

extension StoredSession {
  /// Whether two sessions may be of one account: false only if both accounts are known and differ.
  func isOfAccount(of other: StoredSession) -> Bool {
    let ids = [self, other].map { ($0.account ?? KnownAccount(ofToken: $0.tokens.accessToken)).account.id }
    return ids[0] == ids[1] || ids.contains("")
  }
}
