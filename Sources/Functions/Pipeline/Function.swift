// SPDX-License-Identifier: Apache-2.0

import Domain

/// A function: what one executable does with one event.
package protocol Function {
  /// The input: the data of an event that is valid for the schema.
  associatedtype Event
  /// The result of a granted event.
  associatedtype Output: FunctionOutput

  /// The name of the executable and of its entry in functions.json, which has the access rule and the schema.
  static var name: String { get }

  static func event(from data: Fields) throws(Problem) -> Event

  /// The result in the format that the sender of the event expects. The default is the format of functions.json.
  /// - Parameter data: the data of the event, not validated.
  static func platformResponse(_ result: FunctionResult, to data: JSON) -> PlatformResponse

  /// How its answers are shown, for the events of one process.
  static func presentation(_ settings: PageSettings) -> (any Presentation)?

  /// The fields that break rules that are in the policy and not in the schema.
  static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field]

  /// Whether an event with invalid account fields is refused with the code of the first one, such as
  /// `auth/weak-password`, instead of `event/invalid`.
  static var refusesWithCodeOfField: Bool { get }

  /// Whether the admission (`Functions/Admission`) checks the rules of the policy and reports all broken ones. The
  /// fields of `badFields` are then reported only for an event that breaks the schema too.
  static var admissionChecksFields: Bool { get }

  /// Whether the function needs a recent sign-in.
  static var needsRecentSignIn: Bool { get }

  /// For which later events the answer of an event is remembered. The default is the session that asked if the function
  /// needs a recent sign-in, and the account otherwise.
  static func memory(of data: Fields) -> AnswerMemory

  /// Who may call the function with an event's data. The default is the rule of functions.json.
  static func access(_ rule: AccessRule, to data: Fields) -> AccessRule

  /// The sign-in method by which the event proves an identity, which may be made up; nil for other events.
  static func method(in data: Fields) -> SignInMethod?

  /// Answers an event.
  /// - Returns: the answer, after the commit.
  /// - Throws: a refusal, or the reason why there is no answer.
  static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> Answer<Output>
}

/// The event of a function that takes no data.
package struct NoData {}

extension Function where Event == NoData {
  package static func event(from data: Fields) -> NoData { NoData() }
}

extension Function {
  package static func platformResponse(_ result: FunctionResult, to data: JSON) -> PlatformResponse {
    PlatformResponse(result)
  }

  package static func presentation(_ settings: PageSettings) -> (any Presentation)? { nil }
  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] { [] }
  package static var refusesWithCodeOfField: Bool { false }
  package static var admissionChecksFields: Bool { false }
  package static var needsRecentSignIn: Bool { false }
  package static func memory(of data: Fields) -> AnswerMemory { needsRecentSignIn ? .ofSession : .ofAccount }
  package static func access(_ rule: AccessRule, to data: Fields) -> AccessRule { rule }

  package static func method(in data: Fields) -> SignInMethod? {
    if let provider = data.identityProvider { return provider }
    return [.password, .passkey].first { data.has($0.name) }
  }
}

extension Problem.Field {
  /// A member that events do not have.
  static func unknownMember(at pointer: String) -> Problem.Field {
    Problem.Field(pointer: pointer, detail: "is not a member that is known here")
  }
}
