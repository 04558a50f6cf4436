// SPDX-License-Identifier: Apache-2.0

/// The rules of one type of template: its name, its folder and its variables.
package struct TemplateRules {
  /// The type's name in errors.
  let what: String
  /// The folder of the type, with the shared layout and partials.
  let folder: String
  let variables: KnownVariables
  /// The variables that the layout and the partials may use too, which all templates of the folder share: those that
  /// they mostly use, and those of all templates, which are many.
  let sharedVariables: [KnownVariables]
  /// Whether a variable may be put into HTML without escaping.
  let allowsUnescaped: Bool
  /// The variables of words whose values people have entered. In HTML they are isolated (`<bdi>`), because a name in
  /// another direction would reorder the sentence.
  let isolatedVariables: [String]
  /// The words that also stand where HTML allows no elements, such as in `<title>`. Nothing is isolated in them.
  let wordsOfTitles: [String]

  package init(
    what: String, folder: String, variables: @autoclosure @escaping () -> [String], layoutVariables: [String] = [],
    sharedVariables: @autoclosure @escaping () -> [String], allowsUnescaped: Bool,
    isolatedVariables: [String] = [], wordsOfTitles: [String] = []
  ) {
    self.what = what
    self.folder = folder
    self.variables = KnownVariables(variables())
    self.sharedVariables = [KnownVariables(layoutVariables), KnownVariables(sharedVariables())]
    self.allowsUnescaped = allowsUnescaped
    self.isolatedVariables = isolatedVariables
    self.wordsOfTitles = wordsOfTitles
  }
}
