// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of a link by which many people join. It shows the inviter and the app, and leads to the app or on in the
/// browser. Opening it uses nothing up. Without a code it asks for one, which may also be that of an invitation.
package enum JoinPage: PageFunction {
  package static let name = "join-page"
  package static let page = "join"
  package static let granted = "isOpen"
  package static let refused: [ErrorCode: String] = [
    .invitationFull: "isFull", .invitationExpired: "isExpired", .invitationRevoked: "isClosed",
    .invitationSuperseded: "isSuperseded", .invitationNotFound: "isUnknown", .eventInvalid: "isUnknown",
  ]

  package struct Event {
    /// Nil if the page asks for it.
    let code: PresentedCode?
  }

  package struct Output: FunctionOutput {
    let variables: JSON

    package var json: JSON { variables }
  }

  package static func section(for result: JSON) -> String { result["code"] == nil ? "isAsked" : granted }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(code: data.optionalText("code").map(PresentedCode.init))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    guard let code = event.code else { return .answered(Output(variables: [:])) }
    let found = try code.offer(seenBy: call, environment)
    guard case .joinLink(let offer) = found else {
      throw Problem(.invitationNotFound, "the code is that of an invitation")
    }
    let end = InvitationTerm.lastDay(endingAt: offer.link.expiresAt)
    let summary: JSON = .object([
      "inviter": environment.policy.shown(offer.inviter), "linkName": offer.link.name.map(JSON.string),
      "expiresOn": .string(try environment.messages.day(end, call.language)),
    ])
    do throws(Problem) {
      try found.requireTakeable(environment.policy, at: environment.now)
      if offer.link.isFull { throw Problem(.invitationFull, "all places of the link are taken") }
    } catch {
      var refusal = error
      refusal.pageVariables = summary
      throw refusal
    }
    return .answered(
      Output(
        variables: summary.merging(try WaysOn(to: page, code.text, call, environment).json)
          .merging(["needsApproval": .bool(offer.link.needsApproval)])))
  }
}
