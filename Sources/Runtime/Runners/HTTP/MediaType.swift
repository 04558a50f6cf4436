import Domain

/// The media type of a body, with its parameters (RFC 9110, section 8.3).
struct MediaType {
  /// In lower case.
  let name: String
  private let parameters: [Substring]

  init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    name = String(parts.first ?? "").trimmed.lowercased()
    parameters = Array(parts.dropFirst())
  }

  var isJSON: Bool { name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json") }

  /// Whether its texts are in UTF-8, as they are unless it says otherwise.
  var isUTF8: Bool { self["charset"].map { ["utf-8", "utf8"].contains($0.lowercased()) } ?? true }

  subscript(parameter: String) -> String? {
    for text in parameters {
      let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, String(pair[0]).trimmed.lowercased() == parameter else { continue }
      let value = String(pair[1]).trimmed
      return value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
        ? String(value.dropFirst().dropLast()) : value
    }
    return nil
  }
}
