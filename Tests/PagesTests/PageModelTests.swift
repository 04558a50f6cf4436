// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Pages

@Suite("The names of a model's variables") struct PageModelTests {
  private enum State: String, PageFlag {
    case isOpen
    case isDone = "is-done"
  }

  private struct Entry: PageModel {
    let title: String
    static let variables: [PageVariable<Self>] = [.text("title") { $0.title }, .one { _ in State.isOpen }]
  }

  private struct Shown: PageModel {
    let entries: [Entry]
    let first: Entry?
    static let variables: [PageVariable<Self>] = [
      .list("entries") { $0.entries }, .model("first") { $0.first }, .object("account", .text("email") { _ in nil }),
      .one("done") { _ in State.isDone }, .json("byStatus", members: ["sent"]) { _ in nil },
    ]
  }

  private struct Beside: PageModel {
    let shown: Shown
    static let variables: [PageVariable<Self>] = [.flag("hasMore") { _ in true }, .all { $0.shown }]
  }

  private func names(_ text: String) -> [Substring] { text.split(separator: " ") }

  @Test func `members stand behind the name of the object, the list or the model that has them`() {
    #expect(names(Entry.names) == ["title", "isOpen", "is-done"])
    #expect(
      names(Shown.names) == [
        "entries", "entries.title", "entries.isOpen", "entries.is-done", "first", "first.title", "first.isOpen",
        "first.is-done", "account", "account.email", "done", "done.isOpen", "done.is-done", "byStatus", "byStatus.sent",
      ])
  }

  @Test func `the variables of another model are beside those of the model`() {
    #expect(names(Beside.names) == ["hasMore"] + names(Shown.names))
  }
}
