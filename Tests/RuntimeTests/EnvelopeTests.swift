// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Runtime

@Suite("Envelopes") struct EnvelopeTests {
  /// The pointers of the fields that an envelope is refused for; empty where it is accepted.
  private func wrongFields(_ json: JSON) -> [String] {
    do throws(Problem) {
      _ = try Envelope(json)
      return []
    } catch {
      #expect(error.code == .eventInvalid)
      return error.fields.map(\.pointer)
    }
  }

  @Test func `an object without data is the data itself`() throws {
    let envelope = try Envelope(["code": "ABC", "id": "not an attribute"])
    #expect(envelope.data == ["code": "ABC", "id": "not an attribute"])
    #expect(envelope.id == nil && envelope.source == nil && envelope.authorization == nil)
  }

  @Test func `an object with data is an envelope with attributes`() throws {
    let envelope = try Envelope([
      "id": "e1", "source": "app", "useragent": "PFA/1", "acceptlanguage": "de", "httpmethod": "POST",
      "data": ["code": "ABC"],
    ])
    #expect(envelope.data == ["code": "ABC"])
    #expect(envelope.id == "e1" && envelope.source == "app" && envelope.userAgent == "PFA/1")
    #expect(envelope.acceptLanguage == "de" && envelope.httpMethod == "POST")
  }

  @Test func `data that is not an object makes no envelope`() throws {
    #expect(try Envelope(["data": "text", "id": "e1"]).data == ["data": "text", "id": "e1"])
  }

  @Test(arguments: ["[]", "1", "null", "\"text\""]) func `an event must be an object`(_ text: String) {
    #expect(throws: Problem.self) { try Envelope(Array(text.utf8)) }
  }

  @Test func `an event must be JSON`() {
    let problem = #expect(throws: Problem.self) { try Envelope(Array("{\"a\":".utf8)) }
    #expect(problem?.code == .eventNotJSON)
  }

  @Test func `an attribute of the envelope takes precedence over one of the runner`() throws {
    let attributes: JSON = ["id": "of the runner", "clientip": "192.0.2.1"]
    let envelope = try Envelope(["id": "of the event", "data": [:]], attributes: attributes)
    #expect(envelope.id == "of the event" && envelope.clientAddress == "192.0.2.1")
    #expect(try Envelope(["code": "ABC"], attributes: attributes).id == "of the runner")
  }

  @Test func `an empty attribute counts as absent`() throws {
    let envelope = try Envelope(["id": "", "source": "", "clientip": "", "data": [:]])
    #expect(envelope.id == nil && envelope.source == nil && envelope.clientAddress == nil)
  }

  @Test func `an attribute with a wrong type, a control character or too many characters is named`() {
    #expect(wrongFields(["id": 1, "source": "a\nb", "data": [:]]) == ["/id", "/source"])
    #expect(wrongFields(["id": .string(String(repeating: "é", count: 256)), "data": [:]]) == [])
    #expect(wrongFields(["id": .string(String(repeating: "é", count: 257)), "data": [:]]) == ["/id"])
    #expect(wrongFields(["clientip": "localhost", "data": [:]]) == ["/clientip"])
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
  ])
  func `a client address has one spelling`(_ sent: String, _ expected: String) throws {
    #expect(try Envelope(["clientip": .string(sent), "data": [:]]).clientAddress == expected)
  }

  @Test func `a valid traceparent is kept and has a trace id`() throws {
    let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    let envelope = try Envelope(["traceparent": .string(traceparent), "data": [:]])
    #expect(envelope.traceparent == traceparent && envelope.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
  }

  @Test(arguments: [
    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
    "text",
  ])
  func `an invalid traceparent is ignored`(_ traceparent: String) throws {
    let envelope = try Envelope(["traceparent": .string(traceparent), "data": [:]])
    #expect(envelope.traceparent == nil && envelope.traceID == nil)
  }

  @Test(
    arguments: [
      ("Bearer abc", "abc"), ("bearer  abc", "abc"), ("Basic abc", nil), ("Bearer", nil), ("Bearer a b", nil),
    ] as [(String, String?)])
  func `only a bearer token is a token`(_ authorization: String, _ token: String?) throws {
    #expect(try Envelope(["authorization": .string(authorization), "data": [:]]).bearerToken == token)
  }
}

@Suite("CloudEvents") struct CloudEventTests {
  private static let complete: JSON = [
    "specversion": "1.0", "id": "e1", "source": "/app", "type": "io.example.call", "data": [:],
  ]

  private func wrongFields(changing name: String, to value: JSON) -> [String] {
    do throws(Problem) {
      _ = try Envelope(Self.complete.merging([name: value]))
      return []
    } catch { return error.fields.map(\.pointer) }
  }

  @Test func `a complete CloudEvent is accepted`() throws {
    let envelope = try Envelope(Self.complete)
    #expect(envelope.id == "e1" && envelope.source == "/app")
  }

  @Test(arguments: ["id", "source", "type"])
  func `a CloudEvent needs its required attributes`(_ name: String) {
    #expect(wrongFields(changing: name, to: "") == ["/\(name)"])
  }

  @Test(
    arguments: [
      ("specversion", "0.3"), ("datacontenttype", "text/plain"), ("time", "yesterday"), ("subject", ""),
      ("source", "a b"), ("dataschema", "<x>"), ("Extension", "x"), ("x-y", "x"),
    ] as [(String, JSON)])
  func `an attribute of a CloudEvent that breaks its rule is named`(_ name: String, _ value: JSON) {
    #expect(wrongFields(changing: name, to: value) == ["/\(name)"])
  }

  @Test(
    arguments: [
      ("datacontenttype", "application/json; charset=utf-8"), ("datacontenttype", "application/vnd.app+json"),
      ("time", "2026-11-21T13:37:00Z"), ("subject", "kim"), ("extension1", "x"), ("extension1", 1),
    ] as [(String, JSON)])
  func `optional attributes and extensions of a CloudEvent are accepted`(_ name: String, _ value: JSON) {
    #expect(wrongFields(changing: name, to: value) == [])
  }

  @Test func `an extension of a CloudEvent is not an object or an array`() {
    #expect(wrongFields(changing: "extension1", to: [:]) == ["/extension1"])
    #expect(wrongFields(changing: "extension1", to: []) == ["/extension1"])
  }

  @Test(arguments: [
    "", "a", "/a/b", "//host/a", "urn:uuid:f81d", "https://u:p@h.example:80/a?b=/?c#d?e", "http://[::1]:8080/", "?q",
    "#f",
    "a%20b", "http://[v1.a]/", "mailto:a@example.com", "./a:b",
  ])
  func `a reference is one of RFC 3986`(_ text: String) { #expect(URIReference(text) != nil) }

  @Test(arguments: [
    "/a%zz", "/a%2", "http://[::1", "http://[::1]a/", "http://[1.2]/", "#a#b", ":x", "1x:y", "\u{FC}", "/a b", "/a\\b",
    "http://h:8a/", "http://a@b@c/", "/[a]",
  ])
  func `what is no reference is refused`(_ text: String) {
    #expect(URIReference(text) == nil)
    #expect(wrongFields(changing: "source", to: .string(text)) == ["/source"])
  }

  @Test func `a schema has a scheme, and an extension no control characters`() {
    func wrong(_ name: String, _ value: JSON) -> [String] { wrongFields(changing: name, to: value) }
    #expect(wrong("dataschema", "foo") == ["/dataschema"] && wrong("dataschema", "/x") == ["/dataschema"])
    #expect(wrong("dataschema", "https://example.com/schema") == [])
    #expect(wrong("foo", "a\u{1}b") == ["/foo"] && wrong("foo", "\u{FFFE}") == ["/foo"] && wrong("foo", "a b") == [])
  }
}
