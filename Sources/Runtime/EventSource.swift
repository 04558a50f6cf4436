// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The source of an event in a runner.
struct EventSource {
  /// The caller's languages, if the runner knows them before the event is read.
  var acceptLanguage: String?
  /// Members of log lines, in addition to those of the envelope.
  var context: JSON = [:]
  /// Whether the sender discards the answer, so nobody learns of a refusal.
  var discardsAnswer = false
  /// The event's deadline. A process that answers one event sets the alarm here.
  let deadline: () throws(Problem) -> Deadline
  let envelope: (Deadline) throws(Problem) -> Envelope
}

/// The result of an event.
struct EventOutcome {
  /// The answer in the format of the sender.
  let answer: PlatformResponse
  /// The error of a refusal, whatever the format of the answer.
  let error: ErrorResult?
  let exitStatus: Int32

  /// Whether the event was answered: granted or refused.
  var isAnswered: Bool { [0, 65].contains(exitStatus) }
}

extension EventOutcome {
  /// The outcome of an interruption. It has no language and cannot read messages.
  init(interruption problem: Problem) {
    let text = "That did not work right now. Please try again."
    let error = ErrorResult(problem, userMessage: text)
    self.init(answer: PlatformResponse(.failure(error)), error: error, exitStatus: problem.code.exitStatus)
  }
}
