// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A page of a list.
package struct ListPage {
  package static let defaultLimit = 50

  /// The number of items, as the event says, or more for a client with larger pages.
  var limit: Int
  let start: PageStart?
  /// The number of items after the start that earlier pages have, for a client that numbers its pages.
  var skipped = 0

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
      throw .invalid("/cursor", .eventInvalid, "is not a cursor of this list")
    }
    start = PageStart(createdAt: Timestamp(milliseconds: milliseconds), id: String(parts[1]))
  }

  /// The page as a result.
  /// - Parameters:
  ///   - name: the member that contains the items.
  ///   - items: the items, with one more if there is another page.
  ///   - start: the start of a page whose first item follows the given one.
  ///   - json: converts an item.
  func output<Item>(
    _ name: String, _ items: [Item], start: (Item) -> PageStart, json: @escaping (Item) -> JSON
  ) -> PageOutput<Item> {
    let shown = Array(items.prefix(limit))
    return PageOutput(name: name, items: shown, next: items.count > limit ? shown.last.map(start) : nil, itemJSON: json)
  }
}

/// A list that an event only pages through.
extension Function where Event == ListPage {
  package static func event(from data: Fields) throws(Problem) -> ListPage { try ListPage(data) }
}

/// The result of a function that returns a list: one page.
package struct PageOutput<Item>: FunctionOutput {
  let name: String
  package let items: [Item]
  /// The start of the next page; nil for the last page.
  let next: PageStart?
  let itemJSON: (Item) -> JSON

  /// The `cursor` of the event that gets the next page; nil for the last page.
  package var nextCursor: String? { next.map { Array("\($0.createdAt.milliseconds)/\($0.id)".utf8).base64URL } }

  package var json: JSON {
    .object(JSON.Members([(name, .array(items.map(itemJSON))), ("nextCursor", nextCursor.map(JSON.string) ?? .null)]))
  }
}
