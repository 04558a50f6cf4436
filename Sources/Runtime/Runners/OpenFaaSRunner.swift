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
      headers: Self.headers(inVariablesWithPrefix: "Http_"), peer: nil, isSecure: false,
      body: { (deadline) throws(Problem) in try readStandardInput(by: deadline) })
  }
}
