// SPDX-License-Identifier: Apache-2.0

import CBundled
import Domain

/// Wordings of mail servers and large providers, with their sources: `Sources/Bindings/CBundled/wordings.json`. A
/// wording is added with the page or the program that contains it and the day on which it was found.
/// `BounceDiagnosisTests` has an example of each provider.
enum KnownWordings {
  static let all: [KnownWording] = {
    let file = bundled_wordings()
    let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    guard let entries = (try? JSON(parsing: bytes))?.array else {
      preconditionFailure("wordings.json is no JSON array")
    }
    return entries.map(KnownWording.init)
  }()

  /// The patterns of each subject.
  static let patterns: [KnownWording.Subject: [WordingPattern]] = {
    var patterns: [KnownWording.Subject: [WordingPattern]] = [:]
    for (subject, words) in all.flatMap(\.words) { patterns[subject, default: []] += words.map(WordingPattern.init) }
    return patterns
  }()
}

extension KnownWording {
  fileprivate init(_ json: JSON) {
    source = json["source"]?.string ?? ""
    seen = json["seen"]?.string ?? ""
    words = (json["words"]?.members?.pairs ?? []).map { name, texts in
      guard let subject = Subject(rawValue: name) else { preconditionFailure("wordings.json has the subject \(name)") }
      return (subject, texts.array?.compactMap(\.string) ?? [])
    }
  }
}
