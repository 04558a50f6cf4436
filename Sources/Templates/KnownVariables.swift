// SPDX-License-Identifier: Apache-2.0

/// The variables that templates may use, each split into its members at its first use.
final class KnownVariables {
  /// The variables and their ends: within `{{#app}}`, members are written without `app.`.
  private var allowed: Set<String> = ["."]
  private var names: [String: Template.Name] = [:]

  init(_ variables: [String]) {
    for variable in variables {
      allowed.insert(variable)
      var rest = variable.utf8[...]
      while let point = rest.firstIndex(of: UInt8(ascii: ".")) {
        rest = rest[rest.index(after: point)...]
        allowed.insert(String(Substring(rest)))
      }
    }
  }

  /// The name in a tag, or nil if it is not a variable.
  subscript(name: String) -> Template.Name? {
    if let known = names[name] { return known }
    guard allowed.contains(name) else { return nil }
    let split = Template.Name(name)
    names[name] = split
    return split
  }
}
