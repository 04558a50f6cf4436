// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import Testing

@testable import Functions

@Suite("Cursors") struct PageTests {
  @Test func `a list of as many items as the page has no next page`() throws {
    let page = try ListPage(Fields(["limit": 2]))
    let json = page.output("items", [1, 2], start: { PageStart(createdAt: .t0, id: "a\($0)") }, json: { JSON($0) }).json
    #expect(json.text == #"{"items":[1,2],"nextCursor":null}"#)
  }

  @Test("A cursor is where the next page starts", arguments: ["a", "0192-x", "a/b", "/", "é"])
  func roundTrip(_ id: String) throws {
    let page = try ListPage(Fields(["limit": 1]))
    let json = page.output(
      "items", [1, 2], start: { PageStart(createdAt: .t0, id: $0 == 1 ? id : "other") }, json: { JSON($0) }
    ).json
    #expect(json["items"] == [1])
    let cursor = try #require(json["nextCursor"])
    #expect(try ListPage(Fields(["cursor": cursor])).start == PageStart(createdAt: .t0, id: id))
  }

  @Test(
    "A cursor of another list is refused",
    arguments: ["x", "!", "", Array("1".utf8).base64URL, Array("/a".utf8).base64URL, Array("x/a".utf8).base64URL])
  func refused(_ cursor: String) {
    let problem = #expect(throws: Problem.self) { try ListPage(Fields(["cursor": .string(cursor)])) }
    #expect(problem?.code == .eventInvalid)
    #expect(problem?.fields.first?.pointer == "/cursor")
  }

  @Test func `a page has 50 items by default`() throws {
    #expect(try ListPage(Fields([:])).limit == 50)
    #expect(try ListPage(Fields(["limit": 3])).limit == 3)
    #expect(try ListPage(Fields([:])).start == nil)
  }
}
