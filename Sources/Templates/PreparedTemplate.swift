// SPDX-License-Identifier: Apache-2.0

import Domain

/// A template that was read, checked and parsed with everything that it includes.
package final class PreparedTemplate {
  let family: TemplateFamily
  private let isHTML: Bool
  /// The family with constant values put in, by the id of the values. It is made when the template is filled with the
  /// same values for the second time, which takes about as long as to fill it.
  private var folded: [String: TemplateFamily] = [:]
  private var filledOnce: Set<String> = []

  init(_ family: TemplateFamily, isHTML: Bool) {
    self.family = family
    self.isHTML = isHTML
  }

  /// Renders the template with values.
  /// - Parameter constant: those of the values that other renderings have too.
  package func fill(_ values: JSON, constant: ConstantValues? = nil) -> String {
    let family = constant.map(folded) ?? family
    var filling = TemplateFilling(family, isHTML: isHTML, values)
    filling.fill(family.main)
    return String(decoding: filling.filled, as: UTF8.self)
  }

  private func folded(_ constant: ConstantValues) -> TemplateFamily {
    if let known = folded[constant.id] { return known }
    guard !filledOnce.insert(constant.id).inserted else { return family }
    let result = TemplateFolding(constant: constant, isHTML: isHTML).folded(family)
    folded[constant.id] = result
    return result
  }
}
