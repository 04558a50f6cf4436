// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// A device whose clock is wrong.
@Suite struct ClockTests {
  private static let hour: TimeInterval = 3600

  /// Tokens as the server issues them now, by its clock.
  private static func tokens(_ number: Int, now: Date, expiresIn seconds: TimeInterval = hour) -> Tokens {
    let claims = #"{"sub":"1","n":\#(number),"iat":\#(Int(now.timeIntervalSince1970))}"#
    let payload = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
    return Tokens(
      accessToken: "e30.\(payload).x", accessTokenExpiresAt: now.addingTimeInterval(seconds),
      refreshToken: "r-\(number)")
  }

  /// A session on a device whose clock is ahead, and what the server has seen.
  private func session(ahead: TimeInterval, server: ClockServer) -> (Session, StubTransport) {
    let transport = StubTransport { request, _ in try server.answer(request) }
    let now: @Sendable () -> Date = { server.now.addingTimeInterval(ahead) }
    return (Session(server: .stub(transport), store: MemoryTokenStore(), now: now), transport)
  }

  private final class ClockServer: Sendable {
    private let state = Mutex((now: Date(timeIntervalSince1970: 1_795_000_000), number: 1))
    var now: Date { state.withLock { $0.now } }
    func wait(_ seconds: TimeInterval) { state.withLock { $0.now += seconds } }
    func tokens() -> Tokens { state.withLock { ClockTests.tokens($0.number, now: $0.now) } }

    func answer(_ request: TransportRequest) throws -> TransportResponse {
      if request.url.path.hasSuffix("/refresh-session") {
        state.withLock { $0.number += 1 }
        let body = try JSONEncoder.vestibule().encode(RefreshSessionResult(session: tokens()))
        return TransportResponse(status: 200, body: body)
      }
      let token = request.headers["Authorization"]?.replacing("Bearer ", with: "") ?? ""
      let issued = AccessTokenClaims(token)?.issuedAt ?? now
      if now.timeIntervalSince(issued) >= hour { return .refused("auth/token-expired", 401) }
      return .granted(
        request.url.path.hasSuffix("/sign-out") ? #"{"ended":1}"# : #"{"factors":[],"recoveryCodesLeft":0}"#)
    }
  }

  @Test(arguments: [2 * hour, 48 * hour, -2 * hour, -48 * hour])
  func `tokens are refreshed once in their time, however wrong the clock is`(ahead: TimeInterval) async throws {
    let server = ClockServer()
    let (session, transport) = session(ahead: ahead, server: server)
    try await session.begin(server.tokens())
    for _ in 0..<20 {
      _ = try await session.call(ListFactorsRequest())
      server.wait(180)
    }
    // After one hour the first tokens have expired.
    _ = try await session.call(ListFactorsRequest())
    #expect(await transport.requests(to: "/v/refresh-session").count == 1)
    #expect(await transport.requests(to: "/v/list-factors").count == 21)
  }

  @Test func `a clock that is set right later costs one refresh`() async throws {
    let server = ClockServer()
    let ahead = Mutex(2 * Self.hour)
    let transport = StubTransport { request, _ in try server.answer(request) }
    let now: @Sendable () -> Date = { server.now.addingTimeInterval(ahead.withLock { $0 }) }
    let session = Session(server: .stub(transport), store: MemoryTokenStore(), now: now)
    try await session.begin(server.tokens())
    ahead.withLock { $0 = 0 }
    server.wait(Self.hour + 60)
    for _ in 0..<3 { _ = try await session.call(ListFactorsRequest()) }
    #expect(await transport.requests(to: "/v/refresh-session").count == 1)
  }

  @Test func `a session is ended on the server, also if its token has expired before the device thinks so`()
    async throws
  {
    let server = ClockServer()
    let (session, transport) = session(ahead: 0, server: server)
    // The clock was right when the tokens came, and has stood still since then.
    try await session.begin(Self.tokens(1, now: server.now, expiresIn: 10 * Self.hour))
    server.wait(2 * Self.hour)
    try await session.signOut()
    let calls = await transport.requests.map(\.url.lastPathComponent)
    #expect(calls == ["sign-out", "refresh-session", "sign-out"])
  }

  @Test func `what is no token of the server says nothing about the clock`() {
    for token in ["", "a", "a.b", "a.b.c", "e30.e30.x"] { #expect(AccessTokenClaims(token)?.issuedAt == nil) }
  }
}
