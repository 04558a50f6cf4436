// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// What a page shows, as values. Its list of variables is the only one: it has the names that the page's templates may
/// use, and says where their values are.
protocol PageModel: SendableMetatype {
  static var variables: [PageVariable<Self>] { get }
}

/// One of several variables that exclude each other, such as the sections of a page: its raw value is the name of the
/// one that is true.
protocol PageFlag: CaseIterable, RawRepresentable, Sendable where RawValue == String, AllCases == [Self] {}

/// A variable of a page's templates.
struct PageVariable<Model>: Sendable {
  /// Empty if the members of its value are the variables.
  fileprivate let name: String
  /// Adds the names of the members of its value, each with a beginning.
  fileprivate let addMembers: @Sendable (inout String, _ beginning: String) -> Void
  fileprivate let value: @Sendable (Model, ShownTimes) throws(Problem) -> JSON?

  private init(
    _ name: String, members: @escaping @Sendable (inout String, _ beginning: String) -> Void = { (_, _) in },
    _ value: @escaping @Sendable (Model, ShownTimes) throws(Problem) -> JSON?
  ) {
    (self.name, addMembers, self.value) = (name, members, value)
  }
}

extension PageModel {
  /// The names of the variables and of their members, separated by spaces: `workouts workouts.title`.
  static var names: String {
    var names = ""
    add(variables, to: &names, "")
    return names
  }

  /// The variables with their values.
  func json(_ times: ShownTimes) throws(Problem) -> JSON { try values(of: Self.variables, self, times) }
}

extension PageFlag {
  static var names: String {
    var names = ""
    addNames(to: &names, "")
    return names
  }

  fileprivate static func addNames(to names: inout String, _ beginning: String) {
    for flag in allCases { add(flag.rawValue, to: &names, beginning) }
  }

  fileprivate var json: JSON { .object(JSON.Members([(rawValue, true)])) }
}

/// One text, because a list of texts would cost more (`KnownVariables`).
private func add(_ name: String, to names: inout String, _ beginning: String) {
  names += beginning
  names += name
  names += " "
}

private func add<Model>(_ variables: [PageVariable<Model>], to names: inout String, _ beginning: String) {
  for variable in variables {
    if !variable.name.isEmpty { add(variable.name, to: &names, beginning) }
    variable.addMembers(&names, variable.name.isEmpty ? beginning : "\(beginning)\(variable.name).")
  }
}

/// The members of an object. A variable without a value is left out.
private func values<Model>(
  of variables: [PageVariable<Model>], _ model: Model, _ times: ShownTimes
) throws(Problem) -> JSON {
  var members: [(name: String, value: JSON)] = []
  for variable in variables {
    guard let value = try variable.value(model, times) else { continue }
    if variable.name.isEmpty { members += value.members?.pairs ?? [] } else { members.append((variable.name, value)) }
  }
  return .object(JSON.Members(members))
}

// MARK: Values

extension PageVariable {
  typealias Value<Result> = @Sendable (Model) -> Result

  static func text(_ name: String, _ value: @escaping Value<String?>) -> Self {
    Self(name) { (model, _) throws(Problem) in value(model).map(JSON.string) }
  }

  static func number(_ name: String, _ value: @escaping Value<Int?>) -> Self {
    Self(name) { (model, _) throws(Problem) in value(model).map { JSON($0) } }
  }

  static func flag(_ name: String, _ value: @escaping Value<Bool>) -> Self {
    Self(name) { (model, _) throws(Problem) in .bool(value(model)) }
  }

  /// A list of texts, each of which is `{{.}}`.
  static func texts(_ name: String, _ value: @escaping Value<[String]?>) -> Self {
    Self(name) { (model, _) throws(Problem) in value(model).map { JSON($0) } }
  }

  /// A value that is JSON already, such as one of a remembered answer.
  static func json(_ name: String, members: [String] = [], _ value: @escaping Value<JSON?>) -> Self {
    Self(name, members: { (names, beginning) in for member in members { add(member, to: &names, beginning) } }) {
      (model, _) throws(Problem) in
      value(model)
    }
  }
}

// MARK: Times

extension PageVariable {
  /// The day of a time, where the person is.
  static func day(_ name: String, _ value: @escaping Value<Timestamp?>) -> Self {
    shown(name, value) { (time, times) throws(Problem) in try times.day(time) }
  }

  static func time(_ name: String, _ value: @escaping Value<Timestamp?>) -> Self {
    shown(name, value) { (time, times) throws(Problem) in try times.time(time) }
  }

  /// A day of the past: today, yesterday, three days ago.
  static func recentDay(_ name: String, _ value: @escaping Value<Timestamp?>) -> Self {
    shown(name, value) { (time, times) throws(Problem) in try times.recentDay(time) }
  }

  static func recentTime(_ name: String, _ value: @escaping Value<Timestamp?>) -> Self {
    shown(name, value) { (time, times) throws(Problem) in try times.recentTime(time) }
  }

  /// A day of the calendar, which is the same wherever the person is.
  static func calendarDay(_ name: String, _ value: @escaping Value<Timestamp?>) -> Self {
    shown(name, value) { (day, times) throws(Problem) in try times.calendarDay(day) }
  }

  /// When a workout is planned.
  static func schedule(_ name: String, _ value: @escaping Value<Workout>) -> Self {
    Self(name) { (model, times) throws(Problem) in try times.schedule(of: value(model)).map(JSON.string) }
  }

  /// The day of a workout in a form.
  static func isoDay(_ name: String, _ value: @escaping Value<Workout>) -> Self {
    Self(name) { (model, times) throws(Problem) in try times.isoDay(of: value(model)).map(JSON.string) }
  }

  private static func shown(
    _ name: String, _ value: @escaping Value<Timestamp?>,
    _ text: @escaping @Sendable (Timestamp, ShownTimes) throws(Problem) -> String
  ) -> Self {
    Self(name) { (model, times) throws(Problem) in
      guard let time = value(model) else { return nil }
      return .string(try text(time, times))
    }
  }
}

// MARK: Objects and lists

extension PageVariable {
  /// An object with members that have values of the same model. It is left out if no member has a value.
  static func object(_ name: String, _ members: Self...) -> Self {
    Self(name, members: { (names, beginning) in add(members, to: &names, beginning) }) {
      (model, times) throws(Problem) in
      let object = try values(of: members, model, times)
      return object == [:] ? nil : object
    }
  }

  static func model<Other: PageModel>(_ name: String, _ value: @escaping Value<Other?>) -> Self {
    Self(name, members: { (names, beginning) in add(Other.variables, to: &names, beginning) }) {
      (model, times) throws(Problem) in
      guard let other = value(model) else { return nil }
      return try other.json(times)
    }
  }

  static func list<Other: PageModel>(_ name: String, _ value: @escaping Value<[Other]?>) -> Self {
    Self(name, members: { (names, beginning) in add(Other.variables, to: &names, beginning) }) {
      (model, times) throws(Problem) in
      guard let others = value(model) else { return nil }
      var items: [JSON] = []
      for other in others { items.append(try other.json(times)) }
      return .array(items)
    }
  }

  /// The variables of another model, in addition to those of this one.
  static func all<Other: PageModel>(_ value: @escaping Value<Other?>) -> Self { model("", value) }

  /// An object that has one member: `done.saved`.
  static func one<Flag: PageFlag>(_ name: String, _ value: @escaping Value<Flag?>) -> Self {
    Self(name, members: { (names, beginning) in Flag.addNames(to: &names, beginning) }) {
      (model, _) throws(Problem) in
      value(model)?.json
    }
  }

  /// One of several variables.
  static func one<Flag: PageFlag>(_ value: @escaping Value<Flag?>) -> Self { one("", value) }
}

// MARK: Answers

extension PageRequest {
  /// A section of the page, with the variables of models.
  func page<Section: PageFlag>(_ section: Section, _ models: any PageModel...) throws(Problem) -> PageResponse {
    var variables: JSON = [:]
    for model in models { variables = variables.merging(try model.json(times)) }
    return PageResponse(section, variables)
  }
}
