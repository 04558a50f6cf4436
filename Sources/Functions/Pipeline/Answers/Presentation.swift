// SPDX-License-Identifier: Apache-2.0

import Domain

/// The settings of pages. Each is read when a page needs it, because a page can be shown without some of them.
package struct PageSettings {
  /// The folders with templates, in the order in which a template is looked for.
  package let templateFolders: () throws(Problem) -> [String]
  /// `FORMS_BY_NAME`: whether the form of a page that shares its route leads to the name of the page's function.
  package let formsByName: () throws(Problem) -> Bool
  /// `PUBLIC_URL`, without a trailing slash.
  package let publicURL: () throws(Problem) -> String

  package init(
    templateFolders: @escaping () throws(Problem) -> [String], formsByName: @escaping () throws(Problem) -> Bool,
    publicURL: @escaping () throws(Problem) -> String
  ) {
    (self.templateFolders, self.formsByName, self.publicURL) = (templateFolders, formsByName, publicURL)
  }
}

/// Who reads a page, as far as the request says it.
package struct PageReader {
  package let language: LanguageTag
  package let device: BrowserDevice

  package init(_ language: LanguageTag, on device: BrowserDevice) { (self.language, self.device) = (language, device) }
}

/// How the answers of a function are shown to a person. It is nil for functions whose result is the answer.
package protocol Presentation {
  /// Reads the templates before an event is decided, so that no code is used up for a page that cannot be rendered.
  /// - Throws: `service/misconfigured` naming file and line.
  func check(_ policy: Policy, _ language: LanguageTag) throws(Problem)

  /// An answer as a page. It never fails: a person gets a page even if templates or the policy are wrong.
  /// - Parameters:
  ///   - refused: the page of a refusal, if it says more than the message.
  ///   - policy: nil if it could not be read.
  /// - Returns: nil if a program has sent the data, which gets the result.
  func page(
    _ result: FunctionResult, _ refused: RefusedPage?, to data: JSON, _ policy: Policy?, for reader: PageReader
  ) -> HTMLPage?
}
