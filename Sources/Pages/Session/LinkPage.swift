// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A page behind the link of a mail, for which the code in the link is enough. GET shows it and uses nothing up; POST
/// takes its form.
package protocol LinkPage: PageFunction where Event == PageData, Output == LinkPageOutput {
  /// The sections besides `isDone` that the page's variables can name. If they name several, the first one is shown.
  static var sections: [String] { get }

  static func show(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> JSON

  /// Takes the form, as a function of the API does.
  /// - Returns: its answer.
  static func submit(_ data: Fields, _ call: Call, _ environment: Environment) throws(Problem) -> Answer<LinkPageOutput>

  /// The variables of the page of a refusal; nil if it says only the message.
  static func variables(of refusal: Problem, _ data: Fields, _ environment: Environment) throws(Problem) -> JSON?
}

/// The variables of a page. Its section is `isDone`, or the one of the page's sections that they name.
package struct LinkPageOutput: FunctionOutput {
  package var json: JSON = [:]
  package var refusedPage: RefusedPage?
}

extension LinkPage {
  package static var granted: String { "isDone" }
  package static func memory(of data: Fields) -> AnswerMemory { .ofData }
  package static var sharesRoute: Bool { true }

  package static var sections: [String] { ["isAsked"] }
  package static func variables(
    of refusal: Problem, _ data: Fields, _ environment: Environment
  ) throws(Problem) -> JSON? { nil }

  /// The names of the sections, and of the fields that the page repeats.
  static var sectionNames: [String] { sections + [granted] + refused.map(\.value) + repeated }

  package static func section(for result: JSON) -> String { sections.first { result[$0] != nil } ?? granted }

  package static func event(from data: Fields) throws(Problem) -> PageData { PageData(fields: data) }

  package static func answer(
    _ event: PageData, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    do throws(Problem) {
      if call.isForm { return try submit(event.fields, call, environment) }
      let shown = try show(event.fields, call, environment)
      let namesSection = section(for: shown) != granted
      return .answered(LinkPageOutput(json: namesSection ? shown : shown.merging(["isAsked": true])))
    } catch {
      guard let variables = try variables(of: error, event.fields, environment) else { throw error }
      return .answered(LinkPageOutput(refusedPage: RefusedPage(error, variables)))
    }
  }

  /// Answers a form by a function of the API.
  /// - Parameter names: the fields of its event.
  static func perform<F: Function>(
    _ function: F.Type, _ names: [String], of data: Fields, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<LinkPageOutput> {
    let event = JSON.object(JSON.Members(names.compactMap { name in data.json(name).map { (name, $0) } }))
    let data = EventData<F>(event, environment.catalogue.entry(F.name))
    try data.requireValid(AccountFieldRules(environment))
    return try F.answer(try F.event(from: data.fields), call, environment).map { LinkPageOutput(json: $0.json) }
  }
}
