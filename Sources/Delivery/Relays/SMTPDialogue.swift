// SPDX-License-Identifier: Apache-2.0

/// The replies of an SMTP server in one transfer of libcurl, and the command that the last one answers.
struct SMTPDialogue {
  /// What a reply is about.
  enum Stage: String, Sendable {
    case greeting
    case hello = "EHLO"
    case startTLS = "STARTTLS"
    case login = "AUTH"
    case sender = "MAIL FROM"
    case recipient = "RCPT TO"
    case data = "DATA"
    case end = "the message"
  }

  struct Reply {
    let stage: Stage
    let code: Int
    /// The lines without codes, joined.
    var text: String
  }

  private(set) var replies: [Reply] = []

  /// - Parameters:
  ///   - bytes: the lines that libcurl received. Those of a new connection begin with the greeting.
  ///   - refusesGreeting: whether a first refusal is the greeting. Otherwise it answers MAIL on a connection that was
  ///     in use.
  init(_ bytes: [UInt8], refusesGreeting: Bool = false) {
    var lines: [(code: Int, isLast: Bool, text: String)] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard line.utf8.count >= 3, let code = Int(line.prefix(3)), (200...599).contains(code) else { continue }
      lines.append((code, line.dropFirst(3).first != "-", String(line.dropFirst(4))))
    }
    let first = lines.first?.code ?? 0
    var stage: Stage = first == 220 || first >= 400 && refusesGreeting ? .greeting : .sender
    var text: [String] = []
    for line in lines {
      text.append(line.text)
      guard line.isLast else { continue }
      stage = Self.stage(stage, line.code)
      replies.append(Reply(stage: stage, code: line.code, text: text.joined(separator: "\n")))
      text = []
      stage = Self.next(stage, line.code)
    }
  }

  /// The last reply, except the one to QUIT.
  var last: Reply? { replies.last { $0.code != 221 } }

  /// The lines of the last answer to EHLO; nil if there was none because the connection was reused.
  var extensions: [String]? {
    replies.last { $0.stage == .hello && $0.code == 250 }.map { $0.text.split(separator: "\n").map(String.init) }
  }

  /// The stage that a code shows, after one that was expected.
  private static func stage(_ expected: Stage, _ code: Int) -> Stage {
    switch (expected, code) {
    case (.sender, 220): .startTLS
    case (.sender, 334), (.sender, 235), (.sender, 535), (.sender, 534), (.sender, 454): .login
    default: expected
    }
  }

  private static func next(_ stage: Stage, _ code: Int) -> Stage {
    switch (stage, code) {
    case (.greeting, _), (.startTLS, _): .hello
    // After a refused EHLO comes HELO.
    case (.hello, 400...): .hello
    case (.hello, _), (.login, _): .sender
    case (.sender, 200..<300): .recipient
    case (.recipient, 200..<300): .data
    case (.data, 354): .end
    default: stage
    }
  }
}
