// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// One page of a list, and where the next one begins.
struct Page {
  static let defaultLimit = 50

  let limit: Int
  let start: PageStart?

  /// Reads `limit` and `cursor` of an event.
  init(_ data: Fields) throws(Problem) {
    limit = data.optionalInteger("limit") ?? Self.defaultLimit
    guard let cursor = data.optionalText("cursor") else {
      start = nil
      return
    }
    let text = bytes(base64: cursor).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let parts = text.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, let milliseconds = Int(parts[0]) else {
      throw .invalid("/cursor", .eventInvalid, "is not a cursor that this list has given")
    }
    start = PageStart(createdAt: Timestamp(milliseconds: milliseconds), id: String(parts[1]))
  }

  /// The list's JSON: `items` holds one more than the page where there is another page.
  func json<Item>(_ name: String, _ items: [Item], each: (Item) -> (JSON, PageStart)) -> JSON {
    let shown = items.prefix(limit).map(each)
    let next = items.count > limit ? shown.last?.1 : nil
    let cursor = next.map { JSON.string(Array("\($0.createdAt.milliseconds)/\($0.id)".utf8).base64URL) }
    return .object(JSON.Members([(name, .array(shown.map(\.0))), ("nextCursor", cursor ?? .null)]))
  }
}
