// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// Where a runner has an event from.
struct EventSource {
  /// The caller's languages, where they are known before the event is.
  var acceptLanguage: String?
  /// What log lines say of it, beside what its envelope says.
  var context: JSON = [:]
  /// Sets the alarm, and says by when the event must have been answered.
  let deadline: () throws(Problem) -> Deadline
  let envelope: (Deadline) throws(Problem) -> Envelope
}

/// What became of an event.
struct Outcome {
  /// The answer in the shape that the sender of the event expects.
  let answer: PlatformAnswer
  /// Why there is no result, whatever shape the answer has.
  let error: ErrorAnswer?
  let exitStatus: Int32
}

extension Outcome {
  /// What an interruption says: it knows neither languages nor messages.
  init(interruption problem: Problem) {
    let text = "That did not work right now. Please try again."
    let error = ErrorAnswer(problem, userMessage: text)
    self.init(answer: PlatformAnswer(.failure(error)), error: error, exitStatus: problem.code.exitStatus)
  }
}
