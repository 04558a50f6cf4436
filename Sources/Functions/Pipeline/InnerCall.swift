// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A function that is called inside the event of another one: the same access, schema, limits and decision as from
/// outside.
package struct InnerCall<F: Function> {
  private let data: EventData<F>
  private let environment: Environment
  /// The call, which the caller completes before `answer`.
  package private(set) var call: Call

  /// - Parameters:
  ///   - outer: the call of the outer function, with the person who is signed in.
  ///   - admitsAwaitedFactor: whether a session that waits for its second factor may call the function.
  ///   - key: the key by which the event is remembered, from the normal data and the caller's account.
  /// - Throws: why the person may not call the function, or which fields are invalid.
  package init(
    of function: F.Type, _ event: JSON, in outer: Call, _ environment: Environment, admitsAwaitedFactor: Bool = false,
    key: (_ data: JSON, _ caller: Account?) throws(Problem) -> (key: EventKey, data: [UInt8])? = { (_, _) in nil }
  ) throws(Problem) {
    let data = EventData<F>(event, environment.catalogue.entry(F.name))
    var access = data.access
    access.admitsAwaitedFactor = admitsAwaitedFactor
    let isSignedIn = access.needsAccount || access.session == .optional
    if access.needsAccount {
      guard let account = outer.caller, let credential = outer.credential else {
        throw Problem(.unauthenticated, "\(F.name) needs a session")
      }
      try environment.require(access, of: Caller(account: account, credential))
    }
    try data.requireValid(AccountFieldRules(environment))
    call = outer.calling(
      F.name, method: environment.policy.known(F.method(in: data.fields)), isSignedIn: isSignedIn,
      event: try key(data.json, isSignedIn ? outer.caller : nil))
    call.setChecks(from: data)
    if call.access != nil { call.access = access }
    (self.data, self.environment) = (data, environment)
  }

  /// The event, for a decision that does more than the function.
  func event() throws(Problem) -> F.Event { try F.event(from: data.fields) }

  /// Answers an event of a call without a key, so its output is there each time: nothing is remembered. An event that
  /// is sent twice has its effects twice, so functions that change something are called with `answer`.
  /// - Parameter complete: adds what the event's data cannot say.
  /// - Throws: its refusals.
  package func output(_ complete: (inout F.Event) -> Void = { _ in }) throws(Problem) -> F.Output {
    try environment.requireNamedTeam(call)
    var event = try F.event(from: data.fields)
    complete(&event)
    switch try F.answer(event, call, environment) {
    case .decided(let output), .answered(let output, _): return output
    case .challenged: throw .bug("\(F.name) has asked for a second factor, which is not an output")
    case .remembered: throw .bug("\(F.name) has a remembered answer, which is not an output")
    }
  }

  /// Answers the event, once if the call has a key.
  /// - Returns: its result, as it is remembered.
  /// - Throws: its refusals.
  package func answer(_ complete: (inout Call) -> Void = { _ in }) throws(Problem) -> JSON {
    var call = call
    complete(&call)
    return try environment.answeringOnce(call) { (call) throws(Problem) in
      try environment.requireNamedTeam(call)
      return try F.answer(try F.event(from: data.fields), call, environment)
    }
  }
}
