// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A push message, in the language of its account.
struct PushMessage {
  /// The id of the queued message, a UUID. A device replaces an earlier message with the same id.
  let id: String
  /// The name of the event.
  let event: String
  let title: String
  let body: String
  /// The members that the app gets in addition to `type`. All are texts.
  let data: [(name: String, value: String)]
  let expiresAt: Timestamp

  /// Both services accept messages of at most 4096 bytes. Names can be long, because a character has up to 256
  /// combining marks.
  private static let titleBytes = 400
  private static let bodyBytes = 1600

  /// - Parameter values: the values of the queued message.
  init(_ message: OutboxMessage, _ values: JSON, app: String, _ messages: Messages) throws(Problem) {
    guard let event = values["event"]?.string else { throw .bug("a push message has no event") }
    var texts = ["app": app]
    for (name, value) in values["values"]?.members?.pairs ?? [] { texts[name] = value.string }
    let language = LanguageTag(message.locale)
    id = message.id
    self.event = event
    title = try messages.push(event, "title", texts, language).cut(toBytes: Self.titleBytes)
    body = try messages.push(event, "body", texts, language).cut(toBytes: Self.bodyBytes)
    data = (values["data"]?.members?.pairs ?? []).compactMap { name, value in value.string.map { (name, $0) } }
    expiresAt = message.expiresAt
  }
}

extension String {
  /// At most so many bytes of UTF-8, in whole scalars.
  fileprivate func cut(toBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    var cut = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit - 3 { break }
      cut.append(scalar)
    }
    return String(cut) + "…"
  }
}
