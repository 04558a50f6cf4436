// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Calls of functions, with the access token of the session.
extension Session {
  /// Calls a function, with the access token of the session if there is one. If the session turns out to have ended,
  /// and the function needs none, the call goes on without it.
  /// - Parameters:
  ///   - request: what to send. Its type decides the function.
  ///   - botToken: of the widget that the policy's `botCheck` names.
  ///   - idempotencyKey: identifies the call. Give the key of an earlier call to repeat that call.
  /// - Returns: the result of the granted request.
  /// - Throws: ``VestibuleError/signedOut`` if the function needs a session and there is none; a refusal that says that
  ///   the session has ended ends it on this device too.
  public nonisolated func call<Request: FunctionRequest>(
    _ request: Request, botToken: String? = nil, idempotencyKey: String = UUID().uuidString
  ) async throws(VestibuleError) -> Request.Answer {
    try await call(request, by: server, botToken: botToken, idempotencyKey: idempotencyKey)
  }

  nonisolated func call<Request: FunctionRequest>(
    _ request: Request, by server: VestibuleServer, botToken: String?, idempotencyKey: String
  ) async throws(VestibuleError) -> Request.Answer {
    let call = { (token: String?) async throws(VestibuleError) in
      try await server.call(request, accessToken: token, botToken: botToken, idempotencyKey: idempotencyKey)
    }
    var end: VestibuleError?
    do throws(VestibuleError) {
      if let answer = try await answer(to: request, repeatsUnreachable: server.retries.repeatsUnreachable, call) {
        return answer
      }
    } catch {
      let isOver = error == .signedOut || error.code?.endsRefresh == true
      guard Request.function.access != .session, isOver, await !isSignedIn else { throw error }
      end = error
    }
    do throws(VestibuleError) { return try await call(nil) } catch {
      // This request needs a session after all, and the person has to know why there is none.
      if let end, error.code == .authUnauthenticated { throw end }
      throw error
    }
  }

  /// Calls a function with the access token of the session.
  /// - Returns: nil if there is no session, and the call needs none.
  private nonisolated func answer<Request: FunctionRequest>(
    to request: Request, repeatsUnreachable: Bool, _ call: (String) async throws(VestibuleError) -> Request.Answer
  ) async throws(VestibuleError) -> Request.Answer? {
    guard
      let (token, begun) = try await accessToken(for: Request.function.access, repeatsUnreachable: repeatsUnreachable)
    else {
      return nil
    }
    let refusal: VestibuleError
    do throws(VestibuleError) {
      return try await finish(request, try await call(token), of: begun)
    } catch {
      refusal = error
    }
    guard let next = try await self.token(after: refusal, of: token, begun, repeatsUnreachable: repeatsUnreachable)
    else {
      throw await ended(by: refusal, of: token)
    }
    do throws(VestibuleError) {
      return try await finish(request, try await call(next), of: begun)
    } catch {
      throw await ended(by: error, of: next)
    }
  }

  /// The access token with which a refused call is repeated.
  /// - Returns: nil if it is not repeated.
  private func token(
    after refusal: VestibuleError, of token: String, _ begun: Int, repeatsUnreachable: Bool
  ) async throws(VestibuleError) -> String? {
    guard let code = refusal.code else { return nil }
    // The token has expired before this device thinks so.
    if code == .authTokenExpired {
      return try await refreshed(replacing: token, of: begun, repeatsUnreachable: repeatsUnreachable)
    }
    guard code.endsSession, await hasLaterTokens(than: token, of: begun), let later = stored else { return nil }
    if isFresh(later) { return later.tokens.accessToken }
    return try await refreshed(replacing: later.tokens.accessToken, of: begun, repeatsUnreachable: repeatsUnreachable)
  }

  /// Whether there are other tokens of the same account than those of a refused call: those of a refresh in between, or
  /// of a session that another process of the app has begun, such as after the person has signed in again.
  private func hasLaterTokens(than token: String, of begun: Int) async -> Bool {
    guard epoch == begun, let own = stored else { return false }
    if own.tokens.accessToken != token { return true }
    guard let found = try? await read(), found.tokens.refreshToken != own.tokens.refreshToken,
      found.isOfAccount(of: own), epoch == begun, stored?.tokens == own.tokens
    else { return false }
    stored = found
    return true
  }

  /// What the answer changes of the session itself. Other calls do not wait for the session again.
  private nonisolated func finish<Request: FunctionRequest>(
    _ request: Request, _ answer: Request.Answer, of begun: Int
  ) async throws(VestibuleError) -> Request.Answer {
    switch request.sessionEffect(of: answer, at: now()) {
    case .none: break
    case .ends: try? await end(nil, of: begun)
    case .renews(let tokens): try await replace(tokens, of: begun)
    case .shows(let account): await store(account, of: begun)
    }
    return answer
  }

  /// - Parameter begun: the epoch in which the call began.
  private func replace(_ tokens: Tokens, of begun: Int) async throws(VestibuleError) {
    guard epoch == begun else { return }
    stored = StoredSession(tokens: tokens, account: stored?.account, clockOffset: clockOffset(by: tokens))
    // The server has ended the tokens of before, also those of a refresh in another process.
    try await writeStored(replacing: nil)
  }

  /// Keeps the account for the next start.
  private func store(_ account: KnownAccount, of begun: Int) async {
    guard epoch == begun, stored != nil else { return }
    stored?.account = account
    try? await writeDetails()
  }

  private func ended(by error: VestibuleError, of token: String) async -> VestibuleError {
    // A call with the tokens of an earlier session says nothing about this one.
    if error.code?.endsSession == true, stored?.tokens.accessToken == token { try? await end(error) }
    return error
  }
}
