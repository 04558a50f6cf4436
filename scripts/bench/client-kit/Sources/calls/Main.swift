// SPDX-License-Identifier: Apache-2.0

import ByHand
import Foundation
import VestibuleClient

/// Prints the nanoseconds of each call, by kind, in turns: URL, rounds, calls of a kind in a round.
@main struct Main {
  static func main() async throws {
    let url = URL(string: CommandLine.arguments[1])!
    let (rounds, calls) = (Int(CommandLine.arguments[2])!, Int(CommandLine.arguments[3])!)
    let bare = ClientByHand(url)
    let server = VestibuleServer(baseURL: url, language: "en")
    let tokens = Tokens(accessToken: "token", accessTokenExpiresAt: .distantFuture, refreshToken: "")
    let session = Session(server: server, store: MemoryTokenStore(StoredSession(tokens: tokens)))
    let kinds: [(String, () async throws -> Void)] = [
      ("bytes", { _ = try await bare.bytes() }),
      ("bare", { _ = try await bare.call() }),
      ("kit", { _ = try await session.call(GetAccountRequest()).account.displayName }),
    ]
    for (_, call) in kinds { for _ in 0..<100 { try await call() } }
    let clock = ContinuousClock()
    for round in 0..<rounds {
      for turn in kinds.indices {
        let (kind, call) = kinds[(turn + round) % kinds.count]
        for _ in 0..<calls {
          let start = clock.now
          try await call()
          print(kind, (clock.now - start) / .nanoseconds(1))
        }
      }
    }
  }
}
