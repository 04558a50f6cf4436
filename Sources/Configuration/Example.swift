// SPDX-License-Identifier: Apache-2.0

import Domain

extension Catalogue {
  /// The lines of a shell that try a function in a new folder: the event of its `example` on stdin, and before it what
  /// the function needs, from `trial`. scripts/deployment/reference.py writes the same for the reference.
  package static func example(of function: String) -> [String] {
    let entry = wholeEntry(of: function)
    let trial = part("trial")
    let isPage = entry["produces"] != nil
    let takesToken = ["session", "inviter"].contains(entry["access"]?.string) && !isPage
    let needsVariables =
      isPage || entry["variables"]?.array?.contains("MAIL_FROM") == true
      || entry["needs"]?.array?.contains("PUBLIC_URL") == true
    let event = entry["example"] ?? [:]
    var lines = needsVariables ? trial.lines("variables") : []
    // An apostrophe ends the quotes, is quoted itself, and begins them again.
    var text = event.text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
    if takesToken {
      lines += trial.lines("token")
      text = #"{"authorization":"Bearer '$token'","data":\#(text)}"#
    }
    return lines + (trial["functions"] ?? [:]).lines(function) + ["echo '\(text)' | \(function)"]
  }
}

extension JSON {
  fileprivate func lines(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
