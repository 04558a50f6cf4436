// SPDX-License-Identifier: Apache-2.0

import Domain

/// The source of an event in a runner.
struct EventSource {
  /// The caller's languages, if the runner knows them before the event is read.
  var acceptLanguage: String?
  /// Members of log lines, beside those of the envelope.
  var context: JSON = [:]
  /// Sets the alarm and returns the event's deadline.
  let deadline: () throws(Problem) -> Deadline
  let envelope: (Deadline) throws(Problem) -> Envelope
}

/// The result of an event.
struct Outcome {
  /// The result, or an object with the `error` of a refusal, in the format of the sender.
  let answer: JSON
  /// The `error` of a refusal in Vestibule's format, whatever the format of the answer.
  let error: JSON?
  /// The exit status.
  let status: Int32
}

extension Outcome {
  /// The outcome of an interruption. It has no language and cannot read messages.
  init(interruption problem: Problem) {
    let text = "That did not work right now. Please try again."
    let error = problem.json(userMessage: text, fieldMessages: [])
    self.init(answer: ["error": error], error: error, status: problem.code.exitStatus)
  }
}
