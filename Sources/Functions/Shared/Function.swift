import Domain

/// What one executable does with one event: the rest of the bundle serves this.
public protocol Function {
  /// What it takes: the data of an event, its schema already satisfied.
  associatedtype Event

  /// The name of the executable, and of the entry in functions.json that says who may call it and with what.
  static var name: String { get }

  static func event(from data: Fields) throws(Problem) -> Event

  /// The answer in the shape of whoever sent the event, where that is not ours.
  /// - Parameter answer: the result, or an object with the `error` of a refusal.
  static func theirs(_ answer: JSON, to data: JSON) -> JSON

  /// What is wrong with an event's fields by the rules of the policy, beside what its schema says.
  static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field]

  /// Whether a refusal for nothing but an account's bad fields has the first one's code.
  static var isAboutAccountFields: Bool { get }

  /// Whether the rules of the policy are the admission's to hold, which names all that are broken; what `badFields` finds is
  /// then said only beside what breaks the schema.
  static var hasAdmission: Bool { get }

  /// Whether an event is the same event wherever its data are the same, so that a form which is sent twice is answered
  /// twice and used once.
  static var isNamedByData: Bool { get }

  /// What somebody proves with an event who they are by: a provider's name, or `password`; nil where they do not.
  static func provider(in data: Fields) -> String?

  /// - Returns: the result, when it is durable.
  /// - Throws: a refusal, or why there is no answer.
  static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON
}

extension Function {
  public static func theirs(_ answer: JSON, to data: JSON) -> JSON { answer }
  public static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] { [] }
  public static var isAboutAccountFields: Bool { false }
  public static var hasAdmission: Bool { false }
  public static var isNamedByData: Bool { false }
  public static func provider(in data: Fields) -> String? {
    data.optionalFields("identity")?.optionalText("provider") ?? (data.has("password") ? "password" : nil)
  }
}

/// The members of an event's data. Its schema has been satisfied, so that a member which is not there or of another
/// type is a fault of ours.
public struct Fields {
  private let json: JSON

  public init(_ json: JSON) { self.json = json }

  /// The data as a whole.
  var all: JSON { json }

  func text(_ name: String) throws(Problem) -> String { try found(json[name]?.string, name) }
  func optionalText(_ name: String) -> String? { json[name]?.string }
  func optionalInteger(_ name: String) -> Int? { json[name]?.integer }
  func flag(_ name: String) -> Bool { json[name]?.bool ?? false }
  func json(_ name: String) -> JSON? { json[name] }
  /// Whether a member is there, be it null.
  func has(_ name: String) -> Bool { json.members?[name] != nil }
  func fields(_ name: String) throws(Problem) -> Fields { Fields(try found(json[name], name)) }
  func optionalFields(_ name: String) -> Fields? { json[name].map(Fields.init) }
  func optionalList(_ name: String) -> [Fields]? { json[name]?.array?.map(Fields.init) }
  func optionalMoment(_ name: String) -> Timestamp? { json[name]?.string.flatMap(Timestamp.init(rfc3339:)) }

  func email(_ name: String) throws(Problem) -> EmailAddress { try found(EmailAddress(try text(name)), name) }
  func optionalEmail(_ name: String) -> EmailAddress? { optionalText(name).flatMap(EmailAddress.init) }

  private func found<Value>(_ value: Value?, _ name: String) throws(Problem) -> Value {
    guard let value else { throw .bug("the schema let an event pass whose \(name) is missing or of another type") }
    return value
  }
}
