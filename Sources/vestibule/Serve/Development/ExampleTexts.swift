// SPDX-License-Identifier: Apache-2.0

import Domain

/// The texts of examples in a language: `{"$day": "2026-12-27"}`, `{"$time": …}`, `{"$recentDay": …}` and
/// `{"$recentTime": …}` are times as pages show them, and `{"$error": "invitation/not-found"}` is the message of an
/// error.
struct ExampleTexts {
  let messages: Messages
  let language: LanguageTag

  /// The evening of the day of the examples.
  private static let now = "2026-11-27T23:00:00Z"

  /// The variables with the texts in the places of those objects.
  func filled(_ value: JSON) throws(Problem) -> JSON {
    switch value {
    case .array(let items): return .array(try items.map { (item) throws(Problem) in try filled(item) })
    case .object(let members):
      if let only = members.pairs.first, members.pairs.count == 1, only.name.hasPrefix("$") {
        return .string(try text(only.name, only.value.string ?? ""))
      }
      return .object(
        JSON.Members(try members.pairs.map { (pair) throws(Problem) in (pair.name, try filled(pair.value)) }))
    default: return value
    }
  }

  private func text(_ kind: String, _ value: String) throws(Problem) -> String {
    if kind == "$error", let text = try messages.errors(language)[value]?.string { return text }
    let isDay = kind == "$day" || kind == "$recentDay"
    guard let time = Timestamp(rfc3339: isDay ? "\(value)T12:00:00Z" : value),
      let now = Timestamp(rfc3339: Self.now)
    else { throw .misconfigured("TEMPLATES_DIR", "an example has \(kind) \(value)") }
    switch kind {
    case "$day": return try messages.day(time, language, in: nil)
    case "$time": return try messages.time(time, language, in: nil, day: try messages.day(time, language, in: nil))
    case "$recentDay": return try messages.recentDay(time, language, in: nil, at: now)
    case "$recentTime":
      let day = try messages.recentDay(time, language, in: nil, at: now)
      return try messages.time(time, language, in: nil, day: day)
    default: throw .misconfigured("TEMPLATES_DIR", "an example has \(kind) \(value)")
    }
  }
}
