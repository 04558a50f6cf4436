// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Foundation
import Testing

/// The defaults stand in for the environment, which the tests of a process share.
@Suite("Settings") struct SettingsTests {
  private func settings(_ variables: [String: String]) -> Settings { Settings(defaults: variables) }

  /// The detail of the refusal that names the variable; nil where there is none.
  private func failure<Value>(of read: () throws -> Value) -> String? {
    do {
      _ = try read()
      return nil
    } catch {
      #expect((error as? Problem)?.code == .misconfigured)
      return (error as? Problem)?.detail
    }
  }

  @Test func `a flag is 1, or it is 0 or unset`() throws {
    #expect(try settings(["FLAG": "1"]).flag("FLAG"))
    #expect(try !settings(["FLAG": "0"]).flag("FLAG"))
    #expect(try !settings([:]).flag("FLAG"))
    #expect(failure { try settings(["FLAG": "yes"]).flag("FLAG") } == "FLAG: should be 1 or unset")
  }

  @Test(arguments: [("1", 1), ("0.5", 0.5), ("86400", 86_400)])
  func `a deadline is a number of seconds`(_ text: String, _ seconds: Double) throws {
    #expect(try settings(["DEADLINE_SECONDS": text]).deadlineSeconds == seconds)
  }

  @Test func `the usual deadline is 10 seconds`() throws {
    #expect(try settings([:]).deadlineSeconds == 10)
  }

  @Test(arguments: ["0", "-1", "86401", "ten", "nan"])
  func `a wrong deadline is refused by name`(_ text: String) {
    let detail = failure { try settings(["DEADLINE_SECONDS": text]).deadlineSeconds }
    #expect(detail?.hasPrefix("DEADLINE_SECONDS: ") == true)
  }

  @Test(arguments: [
    ("sqlite:data/a.db", "data/a.db"), ("sqlite:/var/a.db", "/var/a.db"), ("sqlite:///var/a.db", "/var/a.db"),
  ])
  func `a database on SQLite has a path`(_ url: String, _ path: String) throws {
    guard case .sqlite(path) = try settings(["DATABASE_URL": url]).database else {
      Issue.record("\(url) is not \(path)")
      return
    }
  }

  @Test(arguments: ["postgres://ada:secret@db/app", "postgresql://db/app"])
  func `a database on PostgreSQL keeps its URL`(_ url: String) throws {
    guard case .postgreSQL(url) = try settings(["DATABASE_URL": url]).database else {
      Issue.record("\(url) is not on PostgreSQL")
      return
    }
  }

  @Test func `the usual database is a file in data`() throws {
    guard case .sqlite("data/vestibule.db") = try settings([:]).database else {
      Issue.record("the usual database is another one")
      return
    }
  }

  @Test(arguments: [
    "sqlite::memory:", "sqlite:v.db?mode=ro", "sqlite:~/v.db", "sqlite:~", "sqlite:file:v.db", "sqlite://?cache=shared",
    "sqlite://host/v.db",
  ])
  func `a SQLite URL is a path and nothing else`(_ url: String) {
    let detail = failure { try settings(["DATABASE_URL": url]).database }
    #expect(detail?.hasPrefix("DATABASE_URL: ") == true && detail?.hasSuffix("it should be sqlite:PATH") == true)
  }

  @Test(arguments: ["sqlite:", "sqlite://", "mysql://ada:secret@db/app", "data/a.db"])
  func `a wrong database URL is refused by name and not repeated`(_ url: String) {
    let detail = failure { try settings(["DATABASE_URL": url]).database }
    #expect(detail?.hasPrefix("DATABASE_URL: ") == true && detail?.contains("secret") == false)
  }

  @Test(arguments: [
    ("https://pfa.example", "https://pfa.example"), ("https://pfa.example/", "https://pfa.example"),
    ("https://pfa.example:8443/app/", "https://pfa.example:8443/app"),
    ("https://[2001:db8::1]", "https://[2001:db8::1]"),
  ])
  func `a public URL loses the slash at its end`(_ url: String, _ expected: String) throws {
    #expect(try settings(["PUBLIC_URL": url]).publicURL() == expected)
  }

  @Test(arguments: [
    "http://pfa.example", "pfa.example", "https://", "https://pfa.example/?a=b", "https://pfa.example/#a",
    "https://ada@pfa.example", "https://pfa.example:0", "https://pfa.example:port", "https://pfa .example",
    "https://localhost", "https://localhost.", "https://127.0.0.1", "https://127.1", "https://0.0.0.0", "https://[::1]",
    "https://[0:0:0:0:0:0:0:1]", "https://[::]", "https://[::ffff:127.0.0.1]", "https://[::ffff:7f00:1]",
  ])
  func `a wrong public URL is refused by name`(_ url: String) {
    #expect(failure { try settings(["PUBLIC_URL": url]).publicURL() }?.hasPrefix("PUBLIC_URL: ") == true)
  }

  @Test func `a public URL must be set`() {
    #expect(failure { try settings([:]).publicURL() }?.hasPrefix("PUBLIC_URL: is unset") == true)
  }

  @Test(arguments: ["http://localhost:8080", "http://127.0.0.1:8080"])
  func `plain HTTP to this machine must be allowed`(_ url: String) throws {
    #expect(try settings(["PUBLIC_URL": url, "ALLOW_INSECURE": "1"]).publicURL() == url)
  }
}

/// These change variables of the process. The names are used by no other test.
@Suite("Settings from the environment", .serialized) struct EnvironmentTests {
  private func reading(_ variables: [String: String], defaults: [String: String] = [:]) throws -> String? {
    for (name, value) in variables { setenv(name, value, 1) }
    defer { for name in variables.keys { unsetenv(name) } }
    return try Settings(defaults: defaults)["SETTINGS_TEST"]
  }

  private func file(_ content: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/vestibule-settings-\(UUID())"
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func `a variable takes precedence over its default, and an empty one counts as unset`() throws {
    let defaults = ["SETTINGS_TEST": "default"]
    #expect(try reading(["SETTINGS_TEST": "value"], defaults: defaults) == "value")
    #expect(try reading(["SETTINGS_TEST": ""], defaults: defaults) == "default")
    #expect(try reading(["SETTINGS_TEST": ""]) == nil)
  }

  @Test func `a file holds the value, without white space around it`() throws {
    let path = try file("  secret\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try reading(["SETTINGS_TEST_FILE": path]) == "secret")
    #expect(try reading(["SETTINGS_TEST": "value", "SETTINGS_TEST_FILE": path]) == "value")
  }

  @Test func `an empty file counts as unset`() throws {
    let path = try file("\n")
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try reading(["SETTINGS_TEST_FILE": path]) == nil)
  }

  @Test func `a file that cannot be read is refused by the name of its variable`() {
    let problem = #expect(throws: Problem.self) { try reading(["SETTINGS_TEST_FILE": "/nowhere/secret"]) }
    #expect(problem?.detail == "SETTINGS_TEST_FILE: /nowhere/secret cannot be read: No such file or directory")
  }
}
