// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Mail

@Suite("Variables of mails") struct MailVariablesTests {
  @Test(
    "The layout and the partials may use the variables of every mail", arguments: OutboxMessage.Kind.allCases)
  func shared(_ kind: OutboxMessage.Kind) {
    #expect(MailVariables.names(of: kind).filter { !MailVariables.ofAnyMail.contains($0) } == [])
  }
}
