// SPDX-License-Identifier: Apache-2.0

import Domain

/// An enhanced status code (RFC 3463; registered at iana.org/assignments/smtp-enhanced-status-codes).
struct EnhancedStatus: Equatable {
  private let parts: [Int]

  /// The first status code in a text, such as `5.1.1 (no such user)` or `smtp; 550-5.1.1 no such user`.
  init?(in text: String?) {
    // By bytes: a text can be long, and the digits of a code are ASCII.
    let words = (text ?? "").utf8.split { !(0x30...0x39).contains($0) && $0 != 0x2E }
    for word in words {
      let end = word.lastIndex { $0 != 0x2E }.map { word.index(after: $0) } ?? word.startIndex
      let numbers = word[..<end].split(separator: 0x2E, omittingEmptySubsequences: false).map {
        $0.count <= 3 ? Int(String(decoding: $0, as: UTF8.self)) : nil
      }
      guard numbers.count == 3, let first = numbers[0], let second = numbers[1], let third = numbers[2],
        [2, 4, 5].contains(first)
      else { continue }
      parts = [first, second, third]
      return
    }
    return nil
  }

  var isTemporary: Bool { parts[0] == 4 }
  var isPermanent: Bool { parts[0] == 5 }
  /// RFC 6531: non-ASCII addresses are not permitted, or the mail cannot be passed on to a server without SMTPUTF8.
  var lacksSMTPUTF8: Bool { isPermanent && parts[1] == 6 && [7, 9].contains(parts[2]) }

  /// How much a code says.
  enum Statement: Equatable {
    /// The code decides the class.
    case definite(BounceReason)
    /// The code names the subject only. A wording can be more precise, but none says that the address is dead.
    case coarse(BounceReason)
    /// The code decides nothing.
    case none
  }

  /// The class of the code, if it is final. A code of class 4 is final if the server has given up.
  var statement: Statement {
    let permanent = Self.permanent(subject: parts[1], detail: parts[2])
    if isPermanent { return permanent }
    guard isTemporary else { return .none }
    switch permanent {
    // The address may exist: the server has never had a final answer.
    case .definite(.address), .definite(.other), .none: return .coarse(.expired)
    case .definite, .coarse: return permanent
    }
  }

  private static func permanent(subject: Int, detail: Int) -> Statement {
    switch (subject, detail) {
    case (1, 7), (1, 8): .definite(.sender)
    case (1, 1...3), (1, 6), (1, 10): .definite(.address)
    case (1, 4), (1, 5), (1, 9): .definite(.other)
    case (2, 1): .definite(.address)
    case (2, 2), (3, 1): .definite(.mailboxFull)
    case (2, 3), (3, 4), (6, _): .definite(.content)
    // Microsoft: the mailbox of the login may not send as the address.
    case (2, 252), (7, 60), (7, 8), (7, 9), (7, 13), (7, 27): .definite(.sender)
    case (4, 4): .definite(.address)
    case (4, 7): .definite(.expired)
    // RFC 7293: the mailbox or its domain has another owner.
    case (7, 17), (7, 18): .definite(.address)
    case (7, 0), (7, 1): .coarse(.policy)
    case (7, _): .definite(.policy)
    // Servers use these for everything. 5.4.1 is "no answer from host", and at Office 365 an unknown recipient.
    case (0, _), (1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (5, 0), (5, 1): .none
    default: .coarse(.other)
    }
  }
}
