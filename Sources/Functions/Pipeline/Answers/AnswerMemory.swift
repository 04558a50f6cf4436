// SPDX-License-Identifier: Apache-2.0

/// Who may repeat an event and get its remembered answer.
package enum AnswerMemory {
  /// The event with the same `source` and `id` of the same account; of a service key, only that key.
  case ofAccount
  /// As `ofAccount`, but only for the session that asked: the answer contains secrets.
  case ofSession
  /// As `ofSession`, of an event that may end its own session. It is then repeated with the token of an ended session.
  case ofEndedSession
  /// As `ofSession`, of an event that replaces the access token of its session. It is then repeated with a token that
  /// is not valid any more.
  case ofReplacedToken
  /// An event with equal data. A form that is sent twice gets the same result twice and uses its code once.
  /// Refusals are not remembered.
  case ofData
  /// No answer is remembered: the function finds its caller itself, too late for the lookup of answers.
  case never

  /// Whether only the session that asked gets the answer.
  var isOfOneSession: Bool {
    switch self {
    case .ofSession, .ofEndedSession, .ofReplacedToken: true
    case .ofAccount, .ofData, .never: false
    }
  }
}
