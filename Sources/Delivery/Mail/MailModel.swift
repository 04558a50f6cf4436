// SPDX-License-Identifier: Apache-2.0

import Domain
import Templates

/// The values of a mail with the variables of its templates. The list of variables is the only one: it has the names
/// that the templates may use, and says where their values are.
package protocol MailModel: MailValues {
  static func variables(of kind: OutboxMessage.Kind) -> [MailVariable<Self>]
  static func names(of kind: OutboxMessage.Kind) -> MailVariableNames
  func members(in context: MailContext) throws(Problem) -> [(name: String, value: JSON)]

  /// What the button opens below `PUBLIC_URL`; nil for a mail without a button. Its link is always one of https: Gmail
  /// and others remove links to an app's own scheme.
  func path(of kind: OutboxMessage.Kind) -> String?
  /// The name next to the recipient's address; nil if the address is not verified, because it may be another person's.
  func recipientName(of kind: OutboxMessage.Kind) -> String?
  /// The inviter who caused the mail. The name of the sender includes theirs. Nil if no inviter caused it.
  var sender: MailedInviter? { get }
  /// What the mail shows instead of the app's name, color and logo.
  var shownBranding: Branding? { get }
  var unsubscribeToken: String? { get }
  /// Whether it may contain the app's phrases, which are about clients.
  var hasPhrases: Bool { get }
  /// The time zone of its times; nil for UTC.
  var timeZone: String? { get }
}

extension MailModel {
  package static func names(of kind: OutboxMessage.Kind) -> MailVariableNames {
    var names = MailVariableNames()
    add(variables(of: kind), to: &names, "")
    return names
  }

  package func members(in context: MailContext) throws(Problem) -> [(name: String, value: JSON)] {
    try values(of: Self.variables(of: context.kind), self, context)
  }

  package var sender: MailedInviter? { nil }
  package var shownBranding: Branding? { nil }
  package var unsubscribeToken: String? { nil }
  package var hasPhrases: Bool { true }
  package var timeZone: String? { nil }
}

/// The names of variables.
package struct MailVariableNames {
  /// Separated by spaces: `client client.name`.
  package fileprivate(set) var all = ""
  /// The names of the variables whose values people or their devices have given.
  package fileprivate(set) var given: [String] = []
  /// Days and times, which stay on one line in HTML.
  package fileprivate(set) var times: [String] = []
}

/// What the variables of a mail depend on in addition to its values.
package struct MailContext {
  let kind: OutboxMessage.Kind
  let language: LanguageTag
  let messages: Messages
  /// The time zone of the account that the mail is about; nil for UTC.
  let zone: TimeZoneRules?
  let policy: Policy
  /// `PUBLIC_URL` with a slash.
  let base: String
  let unsubscribeLink: String?
}

/// A variable of a mail's templates.
package struct MailVariable<Model>: Sendable {
  fileprivate typealias MemberNames = @Sendable (inout MailVariableNames, _ beginning: String) -> Void

  fileprivate let name: String
  /// Whether its value is what a person or a device has given.
  fileprivate let isGiven: Bool
  /// Whether its value is a day or a time.
  fileprivate let isTime: Bool
  /// Adds the names of the members of its value, each with a beginning.
  fileprivate let addMembers: MemberNames
  fileprivate let value: @Sendable (Model, MailContext) throws(Problem) -> JSON?

  fileprivate init(
    _ name: String, isGiven: Bool = false, isTime: Bool = false,
    members: @escaping MemberNames = { (_, _) in },
    _ value: @escaping @Sendable (Model, MailContext) throws(Problem) -> JSON?
  ) {
    (self.name, self.isGiven, self.isTime, addMembers, self.value) = (name, isGiven, isTime, members, value)
  }
}

private func add<Model>(_ variables: [MailVariable<Model>], to names: inout MailVariableNames, _ beginning: String) {
  for variable in variables {
    let name = beginning + variable.name
    names.all += name
    names.all += " "
    if variable.isGiven { names.given.append(name) }
    if variable.isTime { names.times.append(name) }
    variable.addMembers(&names, name + ".")
  }
}

/// The variables that have values.
private func values<Model>(
  of variables: [MailVariable<Model>], _ model: Model, _ context: MailContext
) throws(Problem) -> [(name: String, value: JSON)] {
  var members: [(name: String, value: JSON)] = []
  members.reserveCapacity(variables.count)
  for variable in variables {
    if let value = try variable.value(model, context) { members.append((variable.name, value)) }
  }
  return members
}

extension MailVariable {
  package typealias Value<Result> = @Sendable (Model) -> Result

  static func text(_ name: String, _ value: @escaping Value<String?>) -> Self {
    Self(name) { (model, _) throws(Problem) in value(model).map(JSON.string) }
  }

  /// A text that a person or a device has given. In the HTML of words it is isolated.
  static func given(_ name: String, _ value: @escaping Value<String?>) -> Self {
    Self(name, isGiven: true) { (model, _) throws(Problem) in value(model).map(JSON.string) }
  }

  /// A text that depends on more than the values of the mail.
  static func shown(
    _ name: String, isGiven: Bool = false, isTime: Bool = false,
    _ value: @escaping @Sendable (Model, MailContext) throws(Problem) -> String?
  ) -> Self {
    Self(name, isGiven: isGiven, isTime: isTime) { (model, context) throws(Problem) in
      try value(model, context).map(JSON.string)
    }
  }

  static func number(_ name: String, _ value: @escaping Value<Int>) -> Self {
    Self(name) { (model, _) throws(Problem) in JSON(value(model)) }
  }

  static func flag(_ name: String, _ value: @escaping Value<Bool>) -> Self {
    Self(name) { (model, _) throws(Problem) in .bool(value(model)) }
  }

  /// A flag that does not depend on the values of the mail.
  static func condition(_ name: String, _ value: @escaping @Sendable (MailContext) -> Bool) -> Self {
    Self(name) { (_, context) throws(Problem) in .bool(value(context)) }
  }

  /// A variable with a value that the renderer gives to all mails, because their partials may show it.
  static func ofAllMails(_ name: String) -> Self { Self(name) { (_, _) throws(Problem) in nil } }

  /// A time, where the account is.
  static func time(_ name: String, _ value: @escaping Value<Timestamp>) -> Self {
    shown(name, isTime: true) { (model, context) throws(Problem) in
      try context.messages.timestamp(value(model), context.language, in: context.zone)
    }
  }

  /// The day of a time, where the account is.
  static func day(_ name: String, _ value: @escaping Value<Timestamp>) -> Self {
    shown(name, isTime: true) { (model, context) throws(Problem) in
      try context.messages.day(value(model), context.language, in: context.zone)
    }
  }

  /// An object with members of the same model. It is left out if no member has a value.
  static func object(_ name: String, _ members: Self...) -> Self {
    Self(name, members: { (names, beginning) in add(members, to: &names, beginning) }) {
      (model, context) throws(Problem) in
      let object = try values(of: members, model, context)
      return object.isEmpty ? nil : .object(JSON.Members(object))
    }
  }

  /// The variable of a part of the model.
  func of<Whole>(_ part: @escaping @Sendable (Whole) -> Model) -> MailVariable<Whole> {
    MailVariable<Whole>(name, isGiven: isGiven, isTime: isTime, members: addMembers) {
      [value] (whole, context) throws(Problem) in try value(part(whole), context)
    }
  }
}

extension Array {
  /// The variables of a part of the model.
  func of<Part, Whole>(
    _ part: @escaping @Sendable (Whole) -> Part
  ) -> [MailVariable<Whole>] where Element == MailVariable<Part> {
    map { $0.of(part) }
  }
}
