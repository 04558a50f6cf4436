// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

@Suite("Days of the calendar, and roles") struct CalendarDayTests {
  private static let zones = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"].compactMap {
    TimeZone(identifier: $0)
  }

  @Test(arguments: zones)
  func `a day is the same in every time zone, and there and back`(_ zone: TimeZone) throws {
    for text in ["2010-05-31", "1999-12-31", "2000-02-29", "0987-01-02"] {
      let date = try #require(CalendarDay(rawValue: text).date(in: zone))
      #expect(CalendarDay(date, in: zone).rawValue == text)
    }
  }

  @Test(arguments: ["", "soon", "2020-02-30", "2020-13-01", "2020-2-3", "2020-02", "31.05.2010"])
  func `a text that is no day is kept, and has no date`(_ text: String) throws {
    let day = CalendarDay(rawValue: text)
    #expect(day.date() == nil)
    #expect(String(decoding: try JSONEncoder().encode([day]), as: UTF8.self) == "[\"\(text)\"]")
  }

  @Test func `a request has the texts of a day and of a role`() throws {
    let request = SignUpRequest(email: "kim@example.com", password: "x", role: "client", birthDate: "2010-05-31")
    let json = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(request))
    #expect(json["role"] == "client" && json["birthDate"] == "2010-05-31")
    #expect(Role(rawValue: "coach") == "coach" && Role.other("coach").description == "coach")
  }
}
