// SPDX-License-Identifier: Apache-2.0

import Domain

extension Environment {
  /// The error answer for a refusal or a failure.
  package func answer(_ problem: Problem, _ language: LanguageTag) throws(Problem) -> ErrorAnswer {
    if let answered = ErrorAnswer(answered: problem) { return answered }
    let message = try messages.text(of: problem, language)
    var fields: [String] = []
    for field in problem.fields { fields.append(try messages.text(of: field, language)) }
    return ErrorAnswer(problem, userMessage: message, fieldMessages: fields)
  }
}
