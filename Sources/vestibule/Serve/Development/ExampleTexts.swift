// SPDX-License-Identifier: Apache-2.0

import Domain

/// The texts of examples in a language. An object whose first member begins with `$` stands for one:
///
/// - `{"$day": "2026-12-27"}`, `{"$time": …}`, `{"$recentDay": …}` and `{"$recentTime": …}`: a time as pages show it;
/// - `{"$error": "auth/weak-password/too-short"}`: the message of an error, with the values of its placeholders as
///   further members. `{min}` is the policy's least length of a password, unless there is a member `min`;
/// - `{"$result": "invitationResent", "email": …}`: the message of a result, with the values of its placeholders;
/// - `{"$text": {"en": …, "de": …, "es": …}}`: what a person or an app has written;
/// - `{"$isLanguage": "de"}`: whether the language is that one.
struct ExampleTexts {
  let messages: Messages
  let language: LanguageTag
  /// Of passwords, by the policy.
  let leastLength: Int

  /// The evening of the day of the examples.
  private static let now = "2026-11-27T23:00:00Z"

  /// The variables with the texts in the places of those objects.
  func filled(_ value: JSON) throws(Problem) -> JSON {
    switch value {
    case .array(let items): return .array(try items.map { (item) throws(Problem) in try filled(item) })
    case .object(let members):
      if let first = members.pairs.first, first.name.hasPrefix("$") { return try text(first.name, first.value, value) }
      return .object(
        JSON.Members(try members.pairs.map { (pair) throws(Problem) in (pair.name, try filled(pair.value)) }))
    default: return value
    }
  }

  private func text(_ kind: String, _ value: JSON, _ all: JSON) throws(Problem) -> JSON {
    let name = value.string ?? ""
    let text: String?
    switch kind {
    case "$isLanguage": return .bool(language.chain.contains(name))
    case "$text": text = (language.chain + ["en"]).lazy.compactMap { value[$0]?.string }.first
    case "$error":
      text = try messages.errors(language)[name]?.string?.filled(with: values(all, ["min": String(leastLength)]))
    case "$result":
      guard let message = ResultMessage(rawValue: name) else { fallthrough }
      text = try messages.text(message, values(all, [:]), language)
    default: text = try time(kind, name)
    }
    guard let text else { throw .misconfigured("TEMPLATES_DIR", "an example has \(kind) \(name)") }
    return .string(text)
  }

  private func values(_ all: JSON, _ others: [String: String]) -> [String: String] {
    all.members?.pairs.reduce(into: others) { $0[$1.name] = $1.value.string ?? $0[$1.name] } ?? others
  }

  private func time(_ kind: String, _ value: String) throws(Problem) -> String? {
    let isDay = kind == "$day" || kind == "$recentDay"
    guard let time = Timestamp(rfc3339: isDay ? "\(value)T12:00:00Z" : value),
      let now = Timestamp(rfc3339: Self.now)
    else { return nil }
    switch kind {
    case "$day": return try messages.day(time, language, in: nil).unbroken
    case "$time":
      return try messages.time(time, language, in: nil, day: try messages.day(time, language, in: nil).unbroken)
    case "$recentDay": return try messages.recentDay(time, language, in: nil, at: now).unbroken
    case "$recentTime":
      let day = try messages.recentDay(time, language, in: nil, at: now).unbroken
      return try messages.time(time, language, in: nil, day: day)
    default: return nil
    }
  }
}
