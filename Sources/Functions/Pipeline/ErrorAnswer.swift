// SPDX-License-Identifier: Apache-2.0

import Domain

extension Environment {
  /// The answer of a refusal, or of an event that could not be answered.
  public func answer(_ problem: Problem, _ language: LanguageTag) throws(Problem) -> JSON {
    let message = try messages.text(of: problem, language)
    var fields: [String] = []
    for field in problem.fields { fields.append(try messages.text(of: field, language)) }
    return ["error": problem.json(userMessage: message, fieldMessages: fields)]
  }
}
