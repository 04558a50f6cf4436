// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Delivery

@Suite("Variables of mails") struct MailVariablesTests {
  @Test(
    "The layout and the partials may use the variables of every mail", arguments: OutboxMessage.Kind.allCases)
  func shared(_ kind: OutboxMessage.Kind) {
    #expect(names(MailVariables.names(of: kind)).subtracting(names(MailVariables.ofAnyMail)).isEmpty)
  }

  @Test("What is isolated in HTML is among the variables")
  func people() {
    #expect(names(MailVariables.ofPeople).subtracting(names(MailVariables.ofAnyMail)).isEmpty)
  }

  private func names(_ lists: [String]) -> Set<Substring> { Set(lists.flatMap { $0.split(separator: " ") }) }
}
