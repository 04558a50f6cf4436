// SPDX-License-Identifier: Apache-2.0

import Domain

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
  /// The result, or an object with the `error` of a refusal; in the shape of whoever sent the event.
  let answer: JSON
  /// The `error` of a refusal in our own shape, whatever shape the answer has.
  let error: JSON?
  /// The exit status that says so.
  let status: Int32
}

extension Outcome {
  /// What an interruption says: it knows neither languages nor messages.
  init(interruption problem: Problem) {
    let text = "That did not work right now. Please try again."
    let error = problem.json(userMessage: text, fieldMessages: [])
    self.init(answer: ["error": error], error: error, status: problem.code.exitStatus)
  }
}
