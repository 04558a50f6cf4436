// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

@Suite struct AppLinkTests {
  static let code = "XS4O4EGPJJ6G5C3NUALAEIHYR3DIUHXB"

  @Test(arguments: [
    "https://app.example.com/invite?code=\(code)", "https://app.example.com/v/invite?utm=1&code=\(code)",
    "pfa://invite?code=\(code)", "pfa:///invite?code=\(code)",
    "https://app.example.com/join?code=\(code)", "pfa://join?code=\(code)",
    "https://app.example.com/invite/?code=\(code.lowercased())",
  ])
  func `links of both forms`(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(InvitationLink(url)?.code == Self.code)
    #expect(AppLink(url) == .invitation(InvitationLink(code: Self.code)))
  }

  @Test func `other pages of mails`() throws {
    #expect(AppLink(URL(string: "https://a.example/verify-email?code=Ab")!) == .emailVerification(code: "Ab"))
    #expect(AppLink(URL(string: "pfa://reset-password?code=Ab")!) == .passwordReset(code: "Ab"))
    #expect(AppLink(URL(string: "pfa://sign-in-code?code=K7QW-2MZ4")!) == .signIn(code: "K7QW-2MZ4"))
  }

  @Test(arguments: [
    "https://app.example.com/invite", "https://app.example.com/invite?code=", "http://app.example.com/invite?code=A",
    "https://app.example.com/other?code=A", "mailto:kim@example.com?code=A", "pfa://invite?code=a%20b", "pfa://?code=A",
  ])
  func `other URLs are no links`(text: String) throws {
    #expect(AppLink(try #require(URL(string: text))) == nil)
  }

  @Test func `with a configuration, only links of its server and scheme`() throws {
    var configuration = try Server("pfa").configuration
    configuration.publicURL = "https://pfa.example.com/v"
    let code = Self.code
    let accepted = ["https://pfa.example.com/v/invite?code=\(code)", "PFA://invite?code=\(code)"]
    let refused = [
      "https://evil.example/v/invite?code=\(code)", "https://pfa.example.com/invite?code=\(code)",
      "https://pfa.example.com:444/v/invite?code=\(code)", "other://invite?code=\(code)",
    ]
    for text in accepted { #expect(InvitationLink(URL(string: text)!, of: configuration) != nil, "\(text)") }
    for text in refused { #expect(InvitationLink(URL(string: text)!, of: configuration) == nil, "\(text)") }
  }

  @Test func `a person may paste the code, the link, or the text around it`() {
    let link = "https://pfa.example.com/invite?code=\(Self.code)"
    for text in [Self.code, " \(Self.code.lowercased())\n", link, "Get started here:\n<\(link)>.", "\"\(link)\""] {
      #expect(InvitationLink(pasted: text)?.code == Self.code, "\(text)")
    }
    for text in ["7K3M-Q9XA", "7k3mq9xa", "7K-3M-Q9XO"] {
      #expect(InvitationLink(pasted: text)?.code == text.uppercased(), "\(text)")
    }
    for text in ["", "hello", "7K3M-Q9X", "7K3M-Q9XAB", "7K3M_Q9XA", "Get started", "https://pfa.example.com/"] {
      #expect(InvitationLink(pasted: text) == nil)
    }
  }
}
