// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The start of an app, and what the server shows later.
extension AuthModel {
  /// Shows what this device knows, and then asks the server once.
  ///
  /// Stored tokens mean signed in: the last known account, rules and texts are shown at once, without the network, and
  /// the server's answer replaces them when it comes. `start` waits for the server, for `startLimit` at most, only if
  /// this device does not know them yet.
  ///
  /// If the tokens cannot be read, such as before the device was unlocked for the first time, the model stays
  /// `loading`, with the failure `.storage`. It reads them again by itself, and at the next action.
  public func start() async {
    await followSession()
    begin()
    configuration = await session.lastAnswer(to: configurationRequest)?.value ?? configuration
    invitation = await session.invitation() ?? invitation
    var isKnown = configuration != nil
    if await readTokens(), await session.isSignedIn { isKnown = await session.knowsAccount && isKnown }
    let asking = Task { await update() }
    if !isKnown { await asking.value }
    finish()
  }

  /// Shows what the stored tokens mean.
  /// - Returns: whether they could be read. If not, the state stays, and they are read again later.
  private func readTokens() async -> Bool {
    do throws(VestibuleError) {
      if try await session.restore() {
        if await session.knowsAccount, let known = await session.account { state = AuthState(known) }
      } else {
        state = .signedOut
      }
      isUnread = false
    } catch {
      isUnread = true
      report(error)
      rereading = rereading ?? Task { [weak self, firstPause] in await Self.readAgain({ self }, after: firstPause) }
    }
    return !isUnread
  }

  private static func readAgain(_ model: () -> AuthModel?, after firstPause: Duration) async {
    var pause = firstPause
    while model()?.isUnread == true {
      do { try await Task.sleep(for: pause) } catch { return }
      await model()?.readAgain()
      pause = min(pause * 2, .seconds(60))
    }
    model()?.rereading = nil
  }

  /// Reads the tokens that could not be read before.
  func readAgain() async {
    guard isUnread, await readTokens() else { return }
    if case .storage = failure { (failure, message) = (nil, nil) }
    // The code is where the tokens are.
    if invitation == nil { invitation = await session.invitation() }
    await update()
  }

  private func followSession() async {
    guard watching == nil else { return }
    let events = await session.events()
    watching = Task { [weak self] in
      for await event in events { await self?.follow(event) }
    }
  }

  private func follow(_ event: Session.Event) async {
    // Another person may have signed in since then.
    guard case .ended(let reason) = event, await !session.isSignedIn else { return }
    state = .signedOut
    (mailDate, refusedUntil) = (nil, nil)
    if let reason { report(reason) }
  }

  /// Asks the server for the rules, the texts and the account, once.
  private func update() async {
    let limit = startLimit
    async let texts = Self.result { [session, configurationRequest] () async throws(VestibuleError) in
      try await session.readOnce(configurationRequest, within: limit).value
    }
    if await session.isSignedIn {
      do throws(VestibuleError) {
        try await showAccount { (session) throws(VestibuleError) in
          try await session.readOnce(GetAccountRequest(), within: limit)
        }
      } catch {
        if case .unreachable = error, state == .loading, let known = await session.account { state = AuthState(known) }
        report(error)
      }
    }
    if case .success(let found) = await texts { configuration = found }
    if state == .loading, !isUnread { state = .signedOut }
  }

  private nonisolated static func result<Value: Sendable>(
    _ body: @Sendable () async throws(VestibuleError) -> Value
  ) async -> Result<Value, VestibuleError> {
    do throws(VestibuleError) { return .success(try await body()) } catch { return .failure(error) }
  }

  private var configurationRequest: AppConfigurationRequest { AppConfigurationRequest(locale: session.server.language) }

  /// Reads the app configuration, in the language of the client. Without a connection the last one stays.
  public func readConfiguration() async {
    if let found = try? await session.read(configurationRequest) { configuration = found.value }
  }

  /// Asks the server for the account and its state, such as after the person opened the verification link elsewhere, or
  /// when the app comes to the foreground.
  public func refresh() async {
    _ = await act { () async throws(VestibuleError) in try await load() }
  }

  func load() async throws(VestibuleError) {
    try await showAccount { (session) throws(VestibuleError) in try await session.read(GetAccountRequest()) }
  }

  /// Shows the account that a call has read, unless the person has signed out in between.
  private func showAccount(
    _ read: (Session) async throws(VestibuleError) -> DatedAnswer<GetAccountResult>
  ) async throws(VestibuleError) {
    let begun = await session.epoch
    do throws(VestibuleError) {
      let known = try await read(session)
      guard await session.epoch == begun else { return }
      // Another device, or this one before the app was restarted, may have requested the last mail.
      mailDate = known.value.emailVerificationSentAt ?? mailDate
      state = AuthState(KnownAccount(known.value, date: known.date, isCurrent: known.isCurrent))
    } catch {
      if await !session.isSignedIn, !isUnread { state = .signedOut }
      // The person has signed out while the call ran.
      if error == .signedOut, await session.epoch != begun { return }
      throw error
    }
  }
}
