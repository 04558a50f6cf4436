// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The `Idempotency-Key`s of what the person does.
///
/// A call that was not answered may have taken effect, such as an acceptance on a bad connection or behind a proxy
/// that gave up. If the person then tries the same again, the call has the same key, and the server gives the answer
/// that was lost.
struct CallKeys {
  /// The last call of each function that was not answered, by the function's name.
  private var unanswered: [String: (request: any FunctionRequest, key: String)] = [:]

  /// The key of a call: that of the function's last call if it was the same, and was not answered.
  mutating func key<Request: FunctionRequest>(of request: Request) -> String {
    let name = Request.function.name
    if let last = unanswered[name], last.request as? Request == request { return last.key }
    let key = UUID().uuidString
    unanswered[name] = (request, key)
    return key
  }

  /// The call with this key was answered.
  mutating func answered(_ key: String) { unanswered = unanswered.filter { $0.value.key != key } }
}

extension AuthModel {
  /// Makes a call of the person, which repeats the same call if that was not answered.
  func keyed<Request: FunctionRequest>(
    _ request: Request, _ call: (_ key: String) async throws(VestibuleError) -> Request.Answer
  ) async throws(VestibuleError) -> Request.Answer {
    let key = keys.key(of: request)
    do throws(VestibuleError) {
      let answer = try await call(key)
      keys.answered(key)
      return answer
    } catch {
      if error.isFinalRefusal { keys.answered(key) }
      throw error
    }
  }
}

extension VestibuleError {
  /// Whether it is the server's decision about the call, which the server remembers. Other errors leave open whether
  /// the call has taken effect, and the server decides a repeated one that it has not decided yet.
  fileprivate var isFinalRefusal: Bool {
    guard let problem else { return false }
    return !problem.retryable && !problem.code.rawValue.hasPrefix("service/")
  }
}
