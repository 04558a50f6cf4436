// SPDX-License-Identifier: Apache-2.0

import Foundation

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

  /// Tokens that were read and cannot be decoded are of no use, so they are none.
  func read() async throws(VestibuleError) -> StoredSession? {
    do {
      return try await store.read()
    } catch is DecodingError {
      return nil
    } catch {
      throw .storage("the tokens cannot be read: \(Self.name(of: error))")
    }
  }

  /// Writes after all earlier writes, so that the store never ends with an earlier state. A write that has begun is not
  /// cancelled.
  func write(_ session: StoredSession?) async throws(VestibuleError) {
    let (store, earlier) = (store, writing)
    let write = Task { () async -> Result<Void, VestibuleError> in
      await earlier?.value
      do {
        try await store.write(session)
        isStored = session != nil
        return .success(())
      } catch {
        return .failure(.storage("the tokens cannot be written: \(Self.name(of: error))"))
      }
    }
    writing = Task { _ = await write.value }
    try await write.value.get()
  }

  /// Without the error's text, which may contain a path.
  private static func name(of error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }

  /// What other processes of the app have made of the store.
  enum Found {
    /// Nothing: it has the given tokens, earlier ones or none yet. Or it cannot be read.
    case nothing
    /// The given tokens, perhaps with the key of a refresh, or later ones of the account.
    case session(StoredSession)
    /// A session of another account.
    case anotherPerson
    /// The person has signed out: the store is empty, and was not.
    case signedOut
  }

  /// Reads the store after all writes of this process.
  func found(since known: StoredSession) async -> Found {
    await writing?.value
    let result: StoredSession?
    do throws(VestibuleError) { result = try await read() } catch { return .nothing }
    guard let result else { return isStored ? .signedOut : .nothing }
    guard result.isOfAccount(of: known) else { return .anotherPerson }
    return result.tokens.accessTokenExpiresAt < known.tokens.accessTokenExpiresAt ? .nothing : .session(result)
  }

  /// Stores the tokens that have replaced others, unless another process of the app was faster: its later tokens of the
  /// account are taken, a session of another account stays, and a sign-out ends this session too.
  /// - Parameter old: what was exchanged for the tokens; nil if they replace whatever the account had.
  func writeStored(replacing old: StoredSession?) async throws(VestibuleError) {
    guard let own = stored else { return }
    let found = await found(since: old ?? own)
    guard stored == own else { return }
    switch found {
    case .session(let later) where old.map { $0.tokens.refreshToken != later.tokens.refreshToken } ?? false:
      stored = later
    case .session, .nothing: try await write(own)
    case .anotherPerson: break
    case .signedOut: await endHere()
    }
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
