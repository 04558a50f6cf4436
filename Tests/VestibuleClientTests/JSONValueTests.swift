// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

/// JSON of a form that only the app knows.
@Suite struct JSONValueTests {
  private struct LegDay: Codable, Equatable {
    var sets: Int
    var weights: [Double]
    var date: Date
  }

  private let legDay = LegDay(sets: 3, weights: [40, 42.5], date: Date(timeIntervalSince1970: 1_795_000_000))

  @Test func `a type of the app is written and read as the server writes and reads`() throws {
    let value = try JSONValue(encoding: legDay)
    #expect(value["date"] == "2026-11-18T11:06:40Z")
    #expect(try value.decoded(as: LegDay.self) == legDay)
    #expect(throws: DecodingError.self) { try JSONValue.null.decoded(as: LegDay.self) }
  }

  @Test func `a member or item that is not there is nil`() throws {
    let value = try JSONValue(encoding: legDay)
    #expect(value["sets"]?.intValue == 3 && value["weights"]?[1]?.doubleValue == 42.5)
    #expect(value["reps"] == nil && value["weights"]?[2] == nil && value["weights"]?[-1] == nil)
    #expect(value["sets"]?["x"] == nil && value["sets"]?[0] == nil)
  }

  @Test func `a value of another kind is nil`() {
    let values: [JSONValue] = [nil, true, 1.5, "x", [1], ["a": 1]]
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil])
    #expect(values.map(\.doubleValue) == [nil, nil, 1.5, nil, nil, nil])
    #expect(values.map(\.intValue) == Array(repeating: nil, count: 6))
    #expect(values.map(\.stringValue) == [nil, nil, nil, "x", nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, [1], nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, ["a": 1]])
  }

  @Test func `a number that is too large for a whole number is none`() {
    #expect(JSONValue.number(1e300).intValue == nil && JSONValue.number(-7).intValue == -7)
  }
}
