// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of a link by which many people join. It shows the inviter and the app, and leads to the app or on in the
/// browser. Opening it uses nothing up. Without a code it asks for one. It also takes the code of an invitation.
package enum JoinPage: PageFunction {
  package static let name = "join-page"
  package static let page = "join"
  package static let granted = "isOpen"
  package static let refused: [ErrorCode: String] = [
    .invitationFull: "isFull", .invitationExpired: "isExpired", .invitationRevoked: "isClosed",
    .invitationSuperseded: "isSuperseded", .invitationNotFound: "isUnknown", .eventInvalid: "isUnknown",
  ]
  package static var beginning: String? { granted }

  package static var variables: [String] {
    [granted, "isAsked", "takesMail"] + refused.map(\.value) + [ShownJoinLink.names, WaysOn.names]
  }

  package struct Event {
    /// Nil if the page asks for it.
    let code: PresentedCode?
  }

  package struct Output: FunctionOutput {
    var variables: JSON = [:]
    package var refusedPage: RefusedPage?

    package var json: JSON { variables }
  }

  package static func section(for result: JSON) -> String { result["code"] == nil ? "isAsked" : granted }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(code: data.optionalText("code").map(PresentedCode.init))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    guard let code = event.code else { return .answered(Output()) }
    let found = try code.offer(seenBy: call, environment)
    guard case .joinLink(let details) = found else {
      throw Problem(.invitationNotFound, "the code is that of an invitation")
    }
    let shown = try ShownJoinLink(details: details, policy: environment.policy).json(ShownTimes(call, environment))
    do throws(Problem) {
      try found.requireAcceptable(environment.policy, at: environment.now)
      if details.link.isFull { throw Problem(.invitationFull, "all places of the link are taken") }
    } catch {
      return .answered(Output(refusedPage: RefusedPage(error, shown)))
    }
    let ways = try WaysOn(to: page, code.text, call, environment).json(ShownTimes(call, environment))
    return .answered(Output(variables: shown.merging(ways)))
  }
}

// MARK: What it shows

private struct ShownJoinLink: PageModel {
  let details: JoinLinkDetails
  let policy: Policy

  static let variables: [PageVariable<Self>] = [
    .model("inviter") { ShownInviter($0.details.inviter, $0.policy) }, .text("linkName") { $0.details.link.name },
    .calendarDay("expiresOn") { InvitationTerm.lastDay(endingAt: $0.details.link.expiresAt) },
    .flag("needsApproval") { $0.details.link.needsApproval },
  ]
}
