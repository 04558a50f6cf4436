// SPDX-License-Identifier: Apache-2.0

import Domain

/// Answers the health checks of a platform (FastCGI 1.0), one after the other: 200, or 503 with the reason. Anybody may
/// ask, so an answer is reused for a second.
/// - Parameters:
///   - time: how long a check may take.
///   - check: the check. It is interrupted if it takes longer.
/// - Throws: `service/misconfigured` if file descriptor 0 is not a socket that listens.
package func answerProbes(within time: Duration, _ check: () throws(Problem) -> Void) throws(Problem) {
  let connections = try FastCGIConnections(idleTime: nil)
  Interruption.disarm()
  var last: (failure: Problem?, time: ContinuousClock.Instant)?
  while let connection = try connections.next() {
    Interruption.prepare(on: connection) { _ in ([], 75) }
    _ = Interruption.arm(time)
    if let request = FastCGIRequest(on: connection) {
      Interruption.prepare(on: connection) { (request.records(of: probeResponse($0)), $0.code.exitStatus) }
      if last.map({ .now - $0.time >= .seconds(1) }) ?? true {
        var failure: Problem?
        do throws(Problem) { try check() } catch { failure = error }
        last = (failure, .now)
      }
      request.respond(probeResponse(last?.failure))
      connections.release(connection, keeps: request.keepsConnection)
    }
    Interruption.disarm()
  }
}

/// Only the code, because anybody may ask.
private func probeResponse(_ problem: Problem?) -> [UInt8] {
  HTTPResponse(
    status: problem == nil ? 200 : 503,
    headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")],
    body: Array((problem.map(\.code.rawValue) ?? "ready").utf8) + [0x0A]
  ).cgi
}
