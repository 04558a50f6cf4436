// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Mail

@Suite("Variables of mails") struct MailVariablesTests {
  @Test(
    "The layout and the partials may use the variables of every mail", arguments: OutboxMessage.Kind.allCases)
  func shared(_ kind: OutboxMessage.Kind) {
    let words = { (lists: [String]) in Set(lists.flatMap { $0.split(separator: " ") }) }
    #expect(words(MailVariables.names(of: kind)).subtracting(words(MailVariables.ofAnyMail)).isEmpty)
  }
}
