// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A function that is called inside the event of another one: the same access, schema, limits and decision as from
/// outside.
package struct InnerCall<F: Function> {
  private let fields: Fields
  private let environment: Environment
  /// The call, which the caller completes before `answer`.
  package private(set) var call: Call

  /// - Parameters:
  ///   - outer: the call of the outer function, with the person who is signed in.
  ///   - admitsAwaitedFactor: whether a session may call the function that waits for its second factor.
  ///   - key: the key by which the event is remembered, from the normal data and the caller's account.
  /// - Throws: why the person may not call the function, or which fields are invalid.
  package init(
    of function: F.Type, _ event: JSON, in outer: Call, _ environment: Environment, admitsAwaitedFactor: Bool = false,
    key: (_ data: JSON, _ caller: Account?) throws(Problem) -> (key: EventKey, data: [UInt8])? = { (_, _) in nil }
  ) throws(Problem) {
    let entry = environment.entry(F.name)
    let (data, ofSchema) = entry.event.normalise(event)
    let fields = Fields(data)
    var access = F.access(entry.access, to: fields)
    access.admitsAwaitedFactor = admitsAwaitedFactor
    let isSignedIn = access.needsAccount || access.session == .optional
    if access.needsAccount {
      guard let account = outer.caller, let credential = outer.credential else {
        throw Problem(.unauthenticated, "\(F.name) needs a session")
      }
      try environment.require(access, of: Caller(account: account, credential))
    }
    let rules = AccountFieldRules(environment)
    try F.requireValid(ofSchema: ofSchema, ofPolicy: try F.badFields(in: fields, rules))
    call = outer.calling(
      F.name, provider: environment.policy.known(F.provider(in: fields)), isSignedIn: isSignedIn,
      event: try key(data, isSignedIn ? outer.caller : nil))
    if access.needsAccount {
      call.access = access
      call.needsRecentSignIn = F.needsRecentSignIn
    }
    call.teamID = fields.optionalText("teamId")
    if call.caller == nil { call.email = fields.optionalEmail("email") }
    (self.fields, self.environment) = (fields, environment)
  }

  /// Answers an event that only reads, and is not remembered.
  /// - Throws: its refusals.
  package func output() throws(Problem) -> F.Output {
    switch try F.answer(try F.event(from: fields), call, environment) {
    case .decided(let output), .answered(let output): return output
    case .challenged, .remembered: throw .bug("\(F.name) was called to read, and has decided")
    }
  }

  /// Answers the event.
  /// - Returns: its result, as it is remembered.
  /// - Throws: its refusals.
  package func answer(_ complete: (inout Call) -> Void = { _ in }) throws(Problem) -> JSON {
    var call = call
    complete(&call)
    return try environment.answeringOnce(call) { () throws(Problem) in
      try F.answer(try F.event(from: fields), call, environment)
    }
  }
}
