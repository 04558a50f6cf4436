// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Service {
  /// Answers one request of an OpenFaaS watchdog, which accepts only a body and an exit status (docs.openfaas.com,
  /// "Watchdog").
  func runOnOpenFaaS() -> Never {
    answerRequest(.fromWatchdog) { response, status in (response.body, status) }
  }
}

extension HTTPRequest {
  /// Reads the request from variables and stdin. The path has already selected the function, and the gateway does not
  /// report its peer.
  fileprivate static var fromWatchdog: HTTPRequest {
    let variables = Variables.ofProcess
    return HTTPRequest(
      method: variables["Http_Method"] ?? "", path: variables["Http_Path"] ?? "",
      query: variables["Http_Query"] ?? "",
      headers: variables.headers(withPrefix: "Http_", name: name(ofVariable:)), peer: nil, isSecure: false,
      body: { (deadline) throws(Problem) in try readStandardInput(by: deadline) })
  }
  /// Go writes a letter after a hyphen in upper case, and a letter after an underscore in lower case:
  /// `X_Forwarded_For` was `X-Forwarded-For`, and `X_forwarded_for` was `X_Forwarded_For`, which only a client sends.
  private static func name(ofVariable variable: Substring) -> String {
    let letters = Array(variable.utf8)
    let name = letters.indices.map { place in
      guard letters[place] == UInt8(ascii: "_") else { return letters[place] }
      let next = place + 1 < letters.count ? letters[place + 1] : 0
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next) ? UInt8(ascii: "_") : UInt8(ascii: "-")
    }
    return String(decoding: name, as: UTF8.self).lowercased()
  }
}
