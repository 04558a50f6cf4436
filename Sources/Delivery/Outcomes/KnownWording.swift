// SPDX-License-Identifier: Apache-2.0

import Domain

/// Words by which the texts of servers are recognised. `wordings.json` contains them.
struct KnownWording {
  /// What a text is about. The first subject that is found counts.
  enum Subject: String, CaseIterable, Sendable {
    /// A limit of the account that sends: a quota for a day or an hour.
    case quota
    /// A rate at which the recipient gets mail, or at which a provider accepts it.
    case rate
    /// DMARC, SPF, DKIM, reputation, a rule of the recipient.
    case policy
    /// The host that sends is on a block list, has no reverse DNS, or is refused for itself.
    case host
    /// The server does not pass mail on for this client.
    case relaying
    /// The sending address or its account may not send.
    case sender
    case mailboxFull
    case content
    case expired
    case address

    var reason: BounceReason {
      switch self {
      case .rate, .quota, .policy, .host: .policy
      case .relaying, .sender: .sender
      case .mailboxFull: .mailboxFull
      case .content: .content
      case .expired: .expired
      case .address: .address
      }
    }
  }

  /// The page or program in which the words were found.
  let source: String
  /// The day on which they were found.
  let seen: String
  /// The words in lower case. `*` stands for up to 80 bytes.
  let words: [(Subject, [String])]

  /// The subject of a text; nil if no words are known.
  static func subject(of text: String) -> Subject? {
    let plain = normalised(text)
    if plain.isEmpty { return nil }
    for subject in Subject.allCases {
      for pattern in KnownWordings.patterns[subject] ?? [] where pattern.isFound(in: plain) { return subject }
    }
    return nil
  }

  /// ASCII in lower case with single spaces, and without the codes at the beginning of each line of a reply. At most
  /// 4,000 bytes.
  private static func normalised(_ text: String) -> [UInt8] {
    var plain: [UInt8] = []
    let ascii = text.replacing("\u{2019}", with: "'")
    for word in ascii.utf8.prefix(4000).split(whereSeparator: { $0 <= 0x20 }) where !isCode(word) {
      if !plain.isEmpty { plain.append(0x20) }
      plain += word.lazy.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    }
    return plain
  }

  /// Whether a word is a reply code, an enhanced code, or both, such as `550-5.7.26`.
  private static func isCode(_ word: Substring.UTF8View) -> Bool {
    word.first.map { (0x32...0x35).contains($0) } ?? false
      && word.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
  }
}

extension KnownWording.Subject {
  /// Whether the words are more precise than any code: servers send 5.1.1 and 5.2.1 also for a policy or a rate.
  var beatsCodes: Bool {
    switch self {
    case .rate, .quota, .policy, .host: true
    case .relaying, .sender, .mailboxFull, .content, .expired, .address: false
    }
  }
}

/// The words of one wording, split at `*`.
struct WordingPattern {
  private let parts: [[UInt8]]
  private static let gap = 80

  init(_ words: String) { parts = words.split(separator: "*").map { Array($0.utf8) } }

  func isFound(in text: [UInt8]) -> Bool {
    var start = text.startIndex
    while let found = Self.position(of: parts[0], in: text[start...]) {
      if follows(text, from: found + parts[0].count) { return true }
      start = found + 1
    }
    return false
  }

  /// Whether the other parts follow.
  private func follows(_ text: [UInt8], from place: Int) -> Bool {
    var place = place
    for part in parts.dropFirst() {
      let window = text[place..<min(text.count, place + Self.gap + part.count)]
      guard let found = Self.position(of: part, in: window) else { return false }
      place = found + part.count
    }
    return true
  }

  private static func position(of part: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first, part.count <= text.count else { return nil }
    return (text.startIndex...(text.endIndex - part.count)).first {
      text[$0] == first && text[$0...].starts(with: part)
    }
  }
}
