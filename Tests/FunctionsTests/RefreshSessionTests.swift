// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import TestSupport
import Testing

@testable import Functions

@Suite("Refreshing a session") struct RefreshSessionTests {
  private func refresh(_ generation: Int, _ session: Session, at now: Timestamp) throws -> Session {
    let token = RefreshToken(sessionID: session.id, generation: generation)
    return try RefreshSession.decide(token, session, at: now, policy: Policy.fixture().session)
  }

  private let now = Timestamp.t0 + .days(1)

  @Test func `the current token is replaced`() throws {
    let session = try refresh(3, .fixture(generation: 3), at: now)
    #expect(session.generation == 4 && session.rotatedAt == now && session.lastUsedAt == now)
    #expect(session.idleEndsAt == now + .days(30))
  }

  @Test func `the previous token gets the same successor for half a minute`() throws {
    for late in [Duration.zero, .milliseconds(29_999)] {
      let session = try refresh(3, .fixture(generation: 4, rotatedAt: now - late), at: now)
      #expect(session.generation == 4 && session.rotatedAt == now - late)
    }
  }

  @Test(arguments: [(3, 30_000), (2, 0), (0, 0), (5, 0)])
  func `reuse of any other token ends the session`(_ generation: Int, _ milliseconds: Int) {
    let session = Session.fixture(generation: 4, rotatedAt: now - .milliseconds(milliseconds))
    let problem = #expect(throws: Problem.self) { try refresh(generation, session, at: now) }
    #expect(problem?.code == .sessionRevoked && problem?.message.variant == "token-reused")
  }

  @Test func `a session ends at a fixed time, also when it is used`() throws {
    let last = try refresh(0, .fixture(idleEndsAt: now + .days(1), endsAt: now + .seconds(1)), at: now)
    #expect(last.idleEndsAt == now + .seconds(1))
    #expect(code { try refresh(0, .fixture(idleEndsAt: now), at: now) } == .sessionExpired)
    #expect(code { try refresh(0, .fixture(endsAt: now), at: now) } == .sessionExpired)
  }

  @Test(arguments: Session.End.allCases)
  func `an ended session reports the reason`(_ end: Session.End) {
    let problem = #expect(throws: Problem.self) { try refresh(0, .fixture(end: end), at: now) }
    #expect(problem?.code == .sessionRevoked && problem?.message.variant == end.rawValue)
  }
}
