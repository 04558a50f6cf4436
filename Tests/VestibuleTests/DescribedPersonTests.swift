// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import vestibule

@Suite("People as the rows of other systems describe them") struct DescribedPersonTests {
  private func person(_ format: SourceFormat, _ row: JSON) throws -> DescribedPerson {
    format.person(in: Record(line: 1, try #require(row.members)), now: Timestamp(milliseconds: 1_795_000_000_000))
  }

  @Test func `names of columns are the same in every spelling`() throws {
    for column in ["user_id", "userId", "User ID", " USER_ID "] {
      #expect(Record.plainName(column) == "userid")
      #expect(try person(.table, .object(JSON.Members([(column, "7")]))).externalID == "7")
    }
  }

  @Test func `what programs write for null is nothing`() throws {
    for nothing: JSON in ["", "NULL", "null", "None", "\\N", .null] {
      let row = try person(.table, ["email": "kim@example.com", "name": nothing, "nickname": "K"])
      #expect(row.displayNames.compactMap { $0 } == ["K"], "\(nothing)")
    }
  }

  @Test func `Auth0's subject names the provider`() throws {
    #expect(try person(.table, ["user_id": "google-oauth2|12"]).googleSubject == "12")
    #expect(try person(.table, ["user_id": "apple|34"]).appleSubject == "34")
    #expect(try person(.table, ["user_id": "facebook|5"]).hasOtherProvider)
    #expect(try !person(.table, ["user_id": "auth0|6"]).hasOtherProvider)
  }

  @Test func `Django's fields and its mark of no password are read`() throws {
    let row: JSON = ["model": "auth.user", "pk": "3", "fields": ["email": "kim@example.com", "password": "!x"]]
    let kim = try person(.table, row)
    #expect(kim.externalID == "3" && kim.email == "kim@example.com" && kim.password == .none)
  }

  @Test func `Cognito's attributes are columns`() throws {
    let attributes: JSON = [
      ["Name": "email", "Value": "kim@example.com"], ["Name": "email_verified", "Value": "true"],
    ]
    let kim = try person(.table, ["Username": "kim", "Attributes": attributes])
    #expect(kim.email == "kim@example.com" && kim.emailVerified)
  }

  @Test func `Firebase's hash needs its salt`() throws {
    let salted = try person(.firebase, ["localId": "1", "email": "a@b.de", "passwordHash": "aGFzaA", "salt": "c2FsdA"])
    #expect(salted.password == .firebase("aGFzaA", salt: "c2FsdA"))
    #expect(try person(.firebase, ["localId": "1", "email": "a@b.de", "passwordHash": "h"]).password == .unusable)
  }

  @Test func `columns that cannot contain people are refused with what to do`() {
    #expect(SourceFormat.table.failure(with: ["name"])?.contains("email") == true)
    #expect(
      SourceFormat.table.failure(with: ["email", "encrypted_password", "email_confirmed_at"])?
        .contains("--format supabase") == true)
    #expect(SourceFormat.supabase.failure(with: ["id", "email"]) != nil)
    #expect(SourceFormat.table.failure(with: ["Email"]) == nil)
  }
}

@Suite("Sources of an import") struct SourceLocationTests {
  @Test(arguments: ["users.csv", "USERS.CSV", "a.b/users.jsonl", "users.ndjson", "users.json", "sqlite:app.db"])
  func `a source is known by its ending or scheme`(text: String) throws {
    _ = try SourceLocation(text, format: nil, table: nil)
  }

  @Test(
    arguments: [
      ("users", nil, nil), ("users.xlsx", nil, nil), ("csv", nil, nil), ("postgres://db/app", nil, nil),
      ("sqlite:", nil, nil), ("-", nil, nil), ("users.csv", nil, "people"), ("users.csv", .keycloak, nil),
    ] as [(String, SourceFormat?, String?)])
  func `another one is a usage error`(text: String, format: SourceFormat?, table: String?) {
    #expect {
      try SourceLocation(text, format: format, table: table)
    } throws: { error in
      (error as? Failure)?.status == 64
    }
  }

  @Test func `a table has a name of its own in the records of an import`() throws {
    let users = try SourceLocation("sqlite:app.db", format: nil, table: "people")
    #expect(users.defaultName(.table) == "table:people")
    #expect(try SourceLocation("users.csv", format: nil, table: nil).defaultName(.firebase) == "firebase")
  }
}
