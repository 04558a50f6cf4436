// SPDX-License-Identifier: Apache-2.0

import Domain

/// Values that many renderings share, such as the app's name and colors in all mails of a run.
package struct ConstantValues: Sendable {
  /// Identifies the values. The same text stands for the same values.
  let id: String
  let values: JSON.Members

  /// - Parameter values: no object in the other values has a member with one of these names, so a name means the
  ///   same in each section.
  package init(id: String, _ values: JSON.Members) {
    self.id = id
    // The indentation of a partial applies to lines of a template and not to lines of a value.
    self.values = JSON.Members(values.pairs.filter { $0.value.isOnOneLine })
  }
}

extension JSON {
  /// Whether each text in it is one line.
  fileprivate var isOnOneLine: Bool {
    switch self {
    case .string(let text): !text.isEmpty && !text.utf8.contains(UInt8(ascii: "\n"))
    case .array(let items): items.allSatisfy(\.isOnOneLine)
    case .object(let members): members.pairs.allSatisfy { $0.value.isOnOneLine }
    case .null, .bool, .number: true
    }
  }

  /// The names that each object of a section over this value has.
  fileprivate var namesInSection: [String] {
    switch self {
    case .object(let members): members.pairs.map(\.name)
    case .array(let items): items.first?.namesInSection.filter { name in items.allSatisfy { $0[name] != nil } } ?? []
    case .null, .bool, .number, .string: []
    }
  }
}

/// Replaces the parts of a template that depend only on constant values by their text. In a run that renders many mails
/// of a kind, these are most of its variables.
struct TemplateFolding {
  let constant: ConstantValues
  let isHTML: Bool

  func folded(_ family: TemplateFamily) -> TemplateFamily {
    TemplateFamily(templates: family.templates.mapValues(folded), words: folded(family.words))
  }

  private func folded(_ blocks: [Template.Block]) -> [Template.Block] {
    blocks.map { Template.Block(name: $0.name, parts: folded($0.parts)) }
  }

  func folded(_ template: Template) -> Template { Template(parts: folded(template.parts), included: template.included) }

  private func folded(_ parts: [Template.Part]) -> [Template.Part] {
    parts.reduce(into: []) { folded, part in
      guard let part = self.folded(part) else { return }
      if case .text(let end) = part, case .text(let start) = folded.last {
        folded[folded.count - 1] = .text(start + end)
      } else {
        folded.append(part)
      }
    }
  }

  /// The part, or what remains of it; nil if that is nothing.
  private func folded(_ part: Template.Part) -> Template.Part? {
    if isConstant(part, names: []) {
      let text = filled(part)
      return text.isEmpty ? nil : .text(text)
    }
    switch part {
    case .section(let name, let isInverted, let parts):
      let isOmitted =
        isKnown(name, names: []) && filled(.section(name, isInverted: isInverted, [.text([0])])).isEmpty
      return isOmitted ? nil : .section(name, isInverted: isInverted, folded(parts))
    case .parent(let name, let indentation, let blocks):
      return .parent(name, indentation: indentation, blocks: folded(blocks))
    case .block(let name, let parts): return .block(name, folded(parts))
    case .text, .word, .variable, .isolated, .partial: return part
    }
  }

  /// - Parameter names: the names of members that the sections around the part define.
  private func isConstant(_ part: Template.Part, names: [String]) -> Bool {
    switch part {
    case .text, .word: true
    case .variable(let name, _), .isolated(let name): isKnown(name, names: names)
    case .section(let name, _, let parts):
      isKnown(name, names: names)
        && parts.allSatisfy { isConstant($0, names: names + (value(of: name)?.namesInSection ?? [])) }
    case .partial, .parent, .block: false
    }
  }

  private func isKnown(_ name: Template.Name, names: [String]) -> Bool {
    name.members.first.map { constant.values[$0] != nil || names.contains($0) } ?? false
  }

  private func value(of name: Template.Name) -> JSON? {
    name.members.reduce(Optional(.object(constant.values))) { value, member in value?[member] }
  }

  private func filled(_ part: Template.Part) -> [UInt8] {
    var filling = TemplateFilling(TemplateFamily(templates: [:]), isHTML: isHTML, .object(constant.values))
    filling.fill([part])
    return filling.filled
  }
}
