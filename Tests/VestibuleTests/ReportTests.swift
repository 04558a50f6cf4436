// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import vestibule

@Suite("What a report counts") struct ReportTests {
  private func counted(_ action: String, _ function: String, _ code: String? = nil) -> String? {
    switch AttemptCounts.meaning(of: AuditAction(rawValue: action), in: function, code) {
    case .signIn(\.succeeded): "sign-in"
    case .signIn: "refused sign-in"
    case .signUp(\.succeeded): "sign-up"
    case .signUp: "refused sign-up"
    case nil: nil
    }
  }

  @Test func `a sign-in and a sign-up have an action of their own`() {
    #expect(counted("account.signed-in", "sign-in") == "sign-in")
    #expect(counted("invitation.accepted", "accept-invitation") == "sign-in")
    #expect(counted("account.created", "sign-up") == "sign-up")
    #expect(counted("account.created", "sign-in") == nil && counted("account.signed-in", "sign-up") == nil)
  }

  @Test func `only a refusal about the person is a refused attempt`() {
    #expect(counted("refused", "sign-in", "auth/wrong-password") == "refused sign-in")
    #expect(counted("refused", "sign-up", "auth/weak-password") == "refused sign-up")
    // An expired invitation says nothing about the sign-in.
    #expect(counted("refused", "accept-invitation", "invitation/expired") == nil)
    #expect(counted("refused", "list-clients", "auth/permission-denied") == nil)
    #expect(counted("refused", "sign-in") == nil)
  }

  @Test func `a share needs attempts`() {
    #expect(Attempts().refusedPermille == nil)
    #expect(Attempts(succeeded: 2, refused: 1).refusedPermille == 333)
  }

  @Test func `the sum is that of all providers`() {
    var counts = AttemptCounts()
    counts.byProvider = ["apple": Attempts(succeeded: 2, refused: 1), "password": Attempts(succeeded: 3, refused: 4)]
    #expect(counts.all.succeeded == 5 && counts.all.refused == 5 && counts.all.count == 10)
  }
}
