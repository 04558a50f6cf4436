// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Service {
  /// One request from a watchdog of OpenFaaS, which takes nothing but a body and whether the process has failed
  /// (docs.openfaas.com, "Watchdog").
  func runOnOpenFaaS() -> Never {
    answerRequest(.fromWatchdog) { response, status in (response.body, status) }
  }
}

extension HTTPRequest {
  /// The request of this process's variables and stdin. The gateway has used up the path to choose the function, and
  /// does not say who has connected to it.
  fileprivate static var fromWatchdog: HTTPRequest {
    HTTPRequest(
      method: variable("Http_Method") ?? "", path: variable("Http_Path") ?? "", query: variable("Http_Query") ?? "",
      headers: Self.headers(inVariablesWithPrefix: "Http_", name: name(ofVariable:)), peer: nil, isSecure: false,
      body: { (deadline) throws(Problem) in try readStandardInput(by: deadline) })
  }
  /// Go writes a letter behind a hyphen large, and one behind an underscore small: `X_Forwarded_For` was
  /// `X-Forwarded-For`, and `X_forwarded_for` was `X_Forwarded_For`, which only a client sends.
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
