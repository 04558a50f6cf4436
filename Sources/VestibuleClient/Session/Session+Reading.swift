// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Calls that only read, and what is known without a connection.
extension Session {
  /// Calls a function that only reads. If the server cannot be reached, the last answer is returned, with its age:
  /// after the first attempt, if there is one, and nothing is repeated.
  public func read<Request: ReadingRequest>(
    _ request: Request
  ) async throws(VestibuleError) -> DatedAnswer<Request.Answer> {
    var server = server
    server.retries.repeatsUnreachable = await answers.read(request) == nil
    do throws(VestibuleError) {
      return try await readNow(request, by: server)
    } catch {
      guard case .unreachable = error, let known = await answers.read(request) else { throw error }
      return known
    }
  }

  /// Calls a function that only reads, once, and waits for a short time.
  func readOnce<Request: ReadingRequest>(
    _ request: Request, within limit: Duration
  ) async throws(VestibuleError) -> DatedAnswer<Request.Answer> {
    var server = server
    server.retries.attempts = 1
    let found = await value(within: limit) { [server] () async -> Result<DatedAnswer<Request.Answer>, VestibuleError> in
      do throws(VestibuleError) { return .success(try await self.readNow(request, by: server)) } catch {
        return .failure(error)
      }
    }
    guard let found else { throw .unreachable("there was no answer within \(limit)") }
    return try found.get()
  }

  private func readNow<Request: ReadingRequest>(
    _ request: Request, by server: VestibuleServer
  ) async throws(VestibuleError) -> DatedAnswer<Request.Answer> {
    try await restore()
    // A session that begins or ends from here on removes the answers, and the store then refuses this one.
    let begun = await answers.generation
    let answer = try await call(request, by: server, botToken: nil, idempotencyKey: UUID().uuidString)
    let date = now()
    await answers.write(answer, to: request, at: date, of: begun)
    return DatedAnswer(answer, date: date, isCurrent: true)
  }

  /// The last answer to a request that only reads, without a call; nil if this device has none.
  public func lastAnswer<Request: ReadingRequest>(to request: Request) async -> DatedAnswer<Request.Answer>? {
    await answers.read(request)
  }
}
