// SPDX-License-Identifier: Apache-2.0

import Foundation
import VestibuleClient

/// Calls with a session that an earlier run, or another program, has stored.
struct StoredCalls {
  private let session: Session

  init(_ url: URL, file: URL) {
    session = Session(server: .impatient(url), store: FileTokenStore(file))
  }

  /// Prints how many calls were answered, and to how many listeners the end of the session was announced.
  func run(calls: Int) async throws {
    guard try await session.restore() else { return say("signed in", "no") }
    let listeners = [await session.events(), await session.events(), await session.events()]
    let failures = await withTaskGroup(of: VestibuleError?.self) { group in
      for _ in 0..<calls { group.addTask { await failure() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    say("answered", "\(failures.filter { $0 == nil }.count)")
    for code in Set(failures.compactMap { $0?.code?.rawValue }).sorted() { say("refused", code) }
    guard await !session.isSignedIn else { return say("signed in", "yes") }
    for listener in listeners {
      var events = listener.makeAsyncIterator()
      if case .ended(let reason) = await events.next() { say("ended", reason?.code?.rawValue ?? "") }
    }
    say("signed in", "no")
  }

  private func failure() async -> VestibuleError? {
    do throws(VestibuleError) {
      _ = try await session.call(GetAccountRequest())
      return nil
    } catch {
      return error
    }
  }
}

extension VestibuleServer {
  /// Gives up and repeats calls sooner than an app does.
  static func impatient(_ url: URL) -> VestibuleServer {
    VestibuleServer(
      baseURL: url, language: "en", transport: URLSessionTransport(timeout: 5),
      retries: RetryRules(attempts: 12, firstPause: .milliseconds(20), longestPause: .seconds(1)))
  }
}

/// Prints a step.
func say(_ step: String, _ value: String) {
  let line = (try? JSONEncoder().encode([step: value])) ?? Data()
  FileHandle.standardOutput.write(line + Data("\n".utf8))
}
