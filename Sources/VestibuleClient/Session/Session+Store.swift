// SPDX-License-Identifier: Apache-2.0

/// What a session keeps on this device.
extension Session {
  // MARK: The invitation

  /// The invitation whose link opened the app, until it is accepted, dismissed or has ended.
  func invitation() async -> InvitationLink? {
    guard let store = store as? any InvitationStore else { return await answers.invitation() }
    return (try? await store.readInvitation()).map { InvitationLink(code: $0) }
  }

  /// Remembers the invitation on this device, or forgets it.
  func remember(_ invitation: InvitationLink?) async {
    guard let store = store as? any InvitationStore else { return await answers.remember(invitation) }
    try? await store.writeInvitation(invitation?.code)
  }

  // MARK: The tokens

  func read() async throws(VestibuleError) -> StoredSession? {
    do { return try await store.read() } catch { throw .storage("the tokens cannot be read: \(type(of: error))") }
  }

  /// Writes after all earlier writes, so that the store never ends with an earlier state. A write that has begun is not
  /// cancelled.
  func write(_ session: StoredSession?) async throws(VestibuleError) {
    let (store, earlier) = (store, writing)
    let write = Task { () async -> Result<Void, VestibuleError> in
      await earlier?.value
      do {
        return .success(try await store.write(session))
      } catch {
        return .failure(.storage("the tokens cannot be written: \(type(of: error))"))
      }
    }
    writing = Task { _ = await write.value }
    try await write.value.get()
  }

  /// Stores new tokens, unless another process of the app has begun a session of another account.
  func writeStored() async throws(VestibuleError) {
    guard let own = stored else { return }
    let found = try? await read()
    guard stored == own, found?.isOfAccount(of: own) ?? true else { return }
    try await write(own)
  }

  /// Stores what has changed next to the tokens. If another process of the app has other tokens now, or has signed out,
  /// they are later than these, and stay. Tokens that cannot be read are replaced.
  func writeDetails() async throws(VestibuleError) {
    guard let own = stored else { return }
    do throws(VestibuleError) { guard try await read()?.tokens == own.tokens else { return } } catch {}
    guard stored == own else { return }
    try await write(own)
  }
}
