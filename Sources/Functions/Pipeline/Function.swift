// SPDX-License-Identifier: Apache-2.0

import Domain

/// What one executable does with one event: the rest of the bundle serves this.
public protocol Function {
  /// What it takes: the data of an event, its schema already satisfied.
  associatedtype Event
  /// What it gives: the result.
  associatedtype Output: FunctionOutput

  /// The name of the executable, and of the entry in functions.json that says who may call it and with what.
  static var name: String { get }

  static func event(from data: Fields) throws(Problem) -> Event

  /// The answer in the shape that the sender of the event expects, which is ours unless a platform has its own.
  /// - Parameter data: those of the event, not validated.
  static func platformAnswer(_ result: FunctionResult, to data: JSON) -> PlatformAnswer

  /// What is wrong with an event's fields by the rules of the policy, beside what its schema says.
  static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field]

  /// Whether a refusal for nothing but an account's bad fields has the first one's code.
  static var isAboutAccountFields: Bool { get }

  /// Whether the rules of the policy are the admission's to hold, which names all that are broken; what `badFields` finds is
  /// then said only beside what breaks the schema.
  static var hasAdmission: Bool { get }

  /// Whether an event is the same event wherever its data are the same, so that a form which is sent twice is answered
  /// twice and used once.
  static var deduplicatesByPayload: Bool { get }

  /// What somebody proves with an event who they are by: a provider's name, or `password`; nil where they do not.
  static func provider(in data: Fields) -> String?

  /// - Returns: the answer, once it is durable.
  /// - Throws: a refusal, or why there is no answer.
  static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> Answer<Output>
}

extension Function {
  public static func platformAnswer(_ result: FunctionResult, to data: JSON) -> PlatformAnswer {
    PlatformAnswer(result)
  }
  public static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] { [] }
  public static var isAboutAccountFields: Bool { false }
  public static var hasAdmission: Bool { false }
  public static var deduplicatesByPayload: Bool { false }
  public static func provider(in data: Fields) -> String? {
    data.optionalFields("identity")?.optionalText("provider") ?? (data.has("password") ? "password" : nil)
  }
}
