// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Foundation
import Testing

@testable import VestibuleClient

@Suite struct FormTests {
  static let apps = ["pfa", "statlocker", "psst", "manajet", "ddride"]

  @Test(arguments: apps, ["en", "de", "es"])
  func `the form and the server judge ten thousand inputs alike, with the same words`(
    app: String, locale: String
  ) throws {
    try judge(alike: try Server(app, locale: locale), app)
  }

  @Test func `where there are no terms, a minor names a guardian alone`() throws {
    let server = try Server("statlocker", consent: ["minimumAge": 13, "parentalUnder": 18])
    try judge(alike: server, "without terms")
    var form = SignUpForm(server.configuration)
    (form.email, form.password, form.displayName) = ("kim@example.com", "Correct horse 7!", "Kim")
    (form.role, form.birthDate) = (server.configuration.roles.signUp.first, "2012-01-01")
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    #expect(form.request.consent == nil)
    #expect(form.problems(at: now).map(\.pointer) == ["/consent/guardianEmail"])
    form.guardianEmail = "mum@example.org"
    form.agreesToTerms = true
    #expect(form.request.consent == Consent(guardianEmail: "mum@example.org"))
    #expect(form.problems(at: now).isEmpty)
    #expect(try server.problems(of: form.request, at: Timestamp(now)).isEmpty)
  }

  private func judge(alike server: Server, _ app: String) throws {
    var random = Seeded(state: UInt64(app.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
    let now = Date(timeIntervalSince1970: 1_795_000_000)
    var granted = 0
    let empty = SignUpForm(server.configuration)
    // 15 combinations of apps and languages.
    for _ in 0..<700 {
      let form = Self.form(empty, server, &random)
      let own = form.problems(at: now)
      let theServers = try server.problems(of: form.request, at: Timestamp(now))
      #expect(own.isEmpty == theServers.isEmpty, "\(form.request): \(own) \(theServers)")
      for problem in theServers where !own.contains(problem) {
        // A field with several broken rules has one problem in the form.
        let same = own.first { $0.pointer == problem.pointer }
        #expect(same != nil && theServers.contains { $0 == same }, "\(form.request): \(problem) \(own)")
      }
      if own.isEmpty { granted += 1 }
    }
    // In PFA nobody signs up with a password.
    #expect((granted > 0) == (server.configuration.signIn.password != nil), "\(granted)")
  }

  static func form(_ empty: SignUpForm, _ server: Server, _ random: inout Seeded) -> SignUpForm {
    var form = empty
    form.email = random.pick(Inputs.emails)
    form.password = random.pick(Inputs.passwords)
    form.displayName = random.pick(Inputs.names)
    form.username = random.pick(["", "", "", "kim", "Kim K", "ａｄａ", "k@m", String(repeating: "x", count: 65), "ẞeta"])
    form.phone = random.pick(Inputs.phones)
    form.birthDate = random.pick([
      nil, "1990-05-31", "2012-01-01", "2020-02-30", "1800-01-01", "2990-01-01", "soon",
    ])
    form.role = random.pick(server.configuration.roles.signUp.map(Optional.some) + [nil, "emperor"])
    form.agreesToTerms = random.pick([true, true, false])
    form.guardianEmail = random.pick(["", "mum@example.org", "kim+mum@example.com", "no"])
    form.profile = random.pick([[:], [:], ["classYear": 2], ["classYear": 9], ["unknown": true], ["chapterId": "beta"]])
    // Most people make one mistake.
    if random.pick([true, true, false]) {
      let domain = server.configuration.email.allowedDomains?.first ?? "example.com"
      (form.email, form.password, form.displayName) = ("kim@\(domain)", "Correct horse 7!", "Kim")
      (form.role, form.agreesToTerms, form.profile) = (server.configuration.roles.signUp.first, true, [:])
    }
    return form
  }

  @Test(arguments: apps)
  func `the form of a client and the server judge alike`(app: String) throws {
    let server = try Server(app)
    var random = Seeded(state: 7)
    let empty = NewClientForm(server.configuration)
    for _ in 0..<400 {
      var form = empty
      form.name = random.pick(Inputs.names)
      form.email = random.pick(Inputs.emails)
      form.phone = random.pick(Inputs.phones)
      form.notes = random.pick(["", "Knee", "a\nb", "a\u{7}b"])
      let data = try JSON(encoding: form.client)
      let fields = Catalogue.schema(["$ref": "#/$defs/newClient"]).normalise(data).fields
      #expect(try server.shown(fields).map(\.pointer) == form.problems.map(\.pointer))
      let shown = try server.shown(fields)
      #expect(form.problems.allSatisfy { problem in shown.contains { $0 == problem } })
    }
  }

  @Test(arguments: apps.dropFirst())
  func `the form of a new password and the server judge alike`(app: String) throws {
    let server = try Server(app)
    var random = Seeded(state: 11)
    var signUp = SignUpForm(server.configuration)
    for _ in 0..<500 {
      signUp.password = String((0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(Array("aZ7 !ü")) })
      let problems = try server.problems(of: signUp.request, at: Timestamp(milliseconds: 0))
      let own = PasswordForm(server.configuration, signUp.password).problems.first
      let theServers = problems.first { $0.pointer == "/password" }
      #expect(own?.code == theServers?.code && own?.userMessage == theServers?.userMessage, "\(signUp.password)")
    }
  }

  @Test func `telephone numbers as typed`() throws {
    let server = try Server("pfa")
    var form = SignUpForm(server.configuration)
    for typed in ["(555) 123-4567", "555.123.4567", "1 555 123 4567", "+1 (555) 123-4567"] {
      form.phone = typed
      #expect(form.internationalPhone == "+15551234567", "\(typed)")
    }
    let steps = ["5": "(5", "5551": "(555) 1", "5551234567": "(555) 123-4567", "+49 30": "+49 30", "": ""]
    for (typed, shown) in steps { #expect(PhoneNumberText.formatted(typed, callingCode: "1") == shown) }
    #expect(PhoneNumberText.formatted("030 901820", callingCode: "49") == "030 901820")
  }

  @Test func `the meter rises with the password, and one that breaks a rule is too weak`() throws {
    let form = { (text: String) in PasswordForm(try Server("statlocker").configuration, text).strength }
    #expect(try form("short1") == .tooWeak)
    #expect(try form("aaaaaaaa1") == .weak)
    let steps = try ["abcdefgh1", "kitten92x", "kitten92xPQ7", "kitten92xPQ7!vm2Z"].map(form)
    #expect(steps == steps.sorted() && steps.last == .strong)
  }

  @Test func `two passwords that differ are a problem of the form alone`() throws {
    var form = PasswordForm(try Server("statlocker", locale: "de").configuration, "correct horse 7")
    form.confirmation = "correct horse 8"
    #expect(form.problems.map(\.userMessage) == ["Die Passwörter stimmen nicht überein."])
    form.confirmation = "correct horse 7"
    #expect(form.problems.isEmpty)
  }
}

enum Inputs {
  static let emails = [
    "kim@example.com", "KIM@EXAMPLE.COM", "kim@ksu.edu", "kim@bücher.example", "kim", "", "kim@", "a b@example.com",
    "kim@exa_mple.com", "kim@-x.com", "kim@example", "k\u{200B}im@example.com", "kim@xn--a.com", "kim@faß.de",
    String(repeating: "k", count: 65) + "@example.com", "kim+tag@example.com", "\"kim\"@example.com",
    "kim@ex\u{AD}ample.com",
  ]
  static let passwords = [
    "Correct horse 7!", "correct horse", "short", "", "12345678", "password", "PASSWORD1", "ünïcödé pässwörd 9",
    "а б в г д е 1",
    "line\nbreak 7A", String(repeating: "x", count: 200), "abcdefg1", "       8", "Correct horse 7",
  ]
  static let names = [
    "Kim", "", " ", "Ada Lovelace", "evil.com", "www.evil", "see http://x", "kim@x", "\u{200B}", "\u{301}",
    "Nguyễn Văn A",
    "Booking.com", "J. R. R. Tolkien", "名前", "evil．com", "a\u{7}b", String(repeating: "n", count: 201), "mailto:x",
    "点.中国",
  ]
  static let phones = [
    "", "(555) 123-4567", "555 1234567", "+49 30 901820", "0049 30 901820", "12", "abc", "+1 555", "5551234567",
    "+0 123 456 789",
    "1 (555) 123-4567", "(555) 123-456789012345",
  ]
}

/// A generator of the same numbers in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &self)! }
}
