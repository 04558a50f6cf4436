// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

@Suite struct InvitationTermTests {
  @Test func `an app shows the last day of an invitation, not the day on which it ends`() throws {
    let end = try #require(ISO8601DateFormatter().date(from: "2026-12-09T12:00:00Z"))
    let invitation = WaitingInvitation(
      id: "i", inviter: InviterName(id: "a", displayName: "Ada"), client: InvitedPerson(name: "Kim"), expiresAt: end)
    let day = invitation.lastDay
    #expect([day.year, day.month, day.day] == [2026, 12, 8])
  }
}
