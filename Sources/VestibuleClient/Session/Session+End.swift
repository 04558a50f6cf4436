// SPDX-License-Identifier: Apache-2.0

/// How a session ends.
extension Session {
  /// Ends the session: on this device at once, also without a connection, and then on the server. It is not cancelled
  /// with the task that calls it, because the tokens are no longer there to try again.
  /// - Parameter everywhere: ends all sessions of the account.
  /// - Throws: ``VestibuleError/storage(_:)`` if the tokens cannot be read, and then nothing has changed, or if they
  ///   cannot be removed from this device; otherwise why the server was not told. It was told also if they cannot be
  ///   removed, unless it could not be reached.
  public func signOut(everywhere: Bool = false) async throws(VestibuleError) {
    // Tokens that cannot be read are not removed: the server could not be told, and the session would go on there.
    try await restore()
    guard let old = stored else { return try await write(nil) }
    let running = refreshing?.epoch == epoch ? refreshing : nil
    var failure: VestibuleError?
    do throws(VestibuleError) { try await end(nil) } catch { failure = error }
    let request = SignOutRequest(everywhere: everywhere ? true : nil)
    switch await Task(operation: { await self.revoke(old, by: request, running) }).value {
    case .failure(let error) where error.code?.endsRefresh != true: failure = failure ?? error
    default: break
    }
    if let failure { throw failure }
  }

  /// Ends a session on the server that has ended on this device.
  /// - Parameter running: the refresh of its tokens.
  private func revoke(
    _ old: StoredSession, by request: SignOutRequest, _ running: Refresh?
  ) async -> Result<Void, VestibuleError> {
    do throws(VestibuleError) {
      let tokens = try await lastTokens(of: old, running)
      do throws(VestibuleError) {
        _ = try await server.call(request, accessToken: tokens.accessToken)
      } catch {
        guard error.code == .authTokenExpired else { throw error }
        // It has expired before this device thinks so.
        let key = tokens == old.tokens ? old.refreshKey : nil
        let renewed = try await exchange(StoredSession(tokens: tokens, refreshKey: key), of: nil)
        _ = try await server.call(request, accessToken: renewed.accessToken)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// The tokens with which an ended session is ended on the server too.
  private func lastTokens(
    of old: StoredSession, _ running: Refresh?
  ) async throws(VestibuleError) -> Tokens {
    if let running {
      let result = await running.task.value
      if case .failure(.unreachable) = result, !running.repeatsUnreachable { return try await exchange(old, of: nil) }
      return try result.get()
    }
    return isFresh(old) ? old.tokens : try await exchange(old, of: nil)
  }

  /// Ends the session on this device.
  /// - Parameters:
  ///   - reason: the refusal that says so; nil if the person signs out or deletes the account.
  ///   - begun: the epoch whose session ends; nil for the present one.
  func end(_ reason: VestibuleError?, of begun: Int? = nil) async throws(VestibuleError) {
    guard let old = stored, begun ?? epoch == epoch else { return }
    await endHere(reason)
    // A refusal is about these tokens, and another process of the app may have later ones.
    if reason != nil, let found = try? await read(), found.tokens.refreshToken != old.tokens.refreshToken { return }
    // Another session may have begun in between.
    try await write(stored)
  }

  /// Ends the session in this process, and leaves the store as it is.
  /// - Parameter reason: the refusal that says so; nil if the person has signed out, also in another process.
  func endHere(_ reason: VestibuleError? = nil) async {
    epoch += 1
    stored = nil
    announce(.ended(reason))
    await answers.removeAll()
  }
}
