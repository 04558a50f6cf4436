// SPDX-License-Identifier: Apache-2.0

/// What one kind of template is and may speak of.
public struct TemplateRules {
  /// What it makes, as errors call it.
  let what: String
  /// The folder of its kind, which has the layout and the partials that they share.
  let folder: String
  let variables: [String]
  /// What the layout and the partials may speak of: they serve every template of the folder.
  let sharedVariables: [String]
  /// Whether a variable may be put into HTML as it is.
  let allowsUnescaped: Bool

  public init(
    what: String, folder: String, variables: [String], sharedVariables: [String], allowsUnescaped: Bool
  ) {
    self.what = what
    self.folder = folder
    self.variables = variables
    self.sharedVariables = sharedVariables
    self.allowsUnescaped = allowsUnescaped
  }
}
