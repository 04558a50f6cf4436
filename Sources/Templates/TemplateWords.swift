// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

/// The words of a template in one language: `<folder>/<name>/words.<locale>.json`, then those that all templates of the
/// folder share, `<folder>/words.<locale>.json`. A word fills the blocks of its name.
///
/// The first file that has a word takes precedence: an app's own folder before the bundled one, the template's words
/// before shared ones, and `de-AT` before `de`. A file is read when a word is not in those before it.
package final class TemplateWords {
  private struct List {
    let path: String
    /// Whether it is in an app's own folder.
    let isOwn: Bool
    let isShared: Bool
    let words: JSON.Members
  }

  private struct File {
    let place: String
    let path: String
    let isOwn: Bool
    let isShared: Bool
  }

  private var lists: [List] = []
  /// The files that are not read yet, the next one last.
  private var unread: [File] = []
  /// The words that were used, parsed.
  private var used: [Template.Block] = []

  /// - Parameter languages: the template's language and its fallbacks, nearest first.
  package init(
    of name: String, _ folder: String, _ languages: [String], in files: TemplateFiles
  ) throws(Problem) {
    for index in files.folders.indices {
      for isShared in [false, true] {
        for language in languages {
          let path = isShared ? "\(folder)/words.\(language).json" : "\(folder)/\(name)/words.\(language).json"
          let place = "\(files.folders[index])/\(path)"
          guard try files.exists(place) else { continue }
          unread.append(File(place: place, path: path, isOwn: index < files.folders.count - 1, isShared: isShared))
        }
      }
    }
    unread.reverse()
  }

  private func read(_ file: File) throws(Problem) {
    let content: [UInt8]
    do { content = try readFile(file.place) } catch {
      throw error.problem("TEMPLATES_DIR", "\(file.path) cannot be read")
    }
    let words: JSON.Members?
    do throws(JSONSyntaxError) { words = try JSON(parsing: content).members } catch {
      throw .misconfigured("TEMPLATES_DIR", "\(file.path) is not JSON: \(error.reason), at byte \(error.offset)")
    }
    guard let words else { throw .misconfigured("TEMPLATES_DIR", "\(file.path) is not a JSON object") }
    for (name, word) in words.pairs where word.string == nil {
      throw .misconfigured("TEMPLATES_DIR", "\(file.path): \(name): should be a string")
    }
    lists.append(List(path: file.path, isOwn: file.isOwn, isShared: file.isShared, words: words))
  }

  /// The parts of a word, for text and HTML.
  /// - Returns: nil if there is no such word.
  /// - Throws: `service/misconfigured` with file and word.
  func word(_ name: String, _ rules: TemplateRules) throws(Problem) -> Template.Block? {
    for index in used.indices where used[index].isNamed(name) { return used[index] }
    var index = 0
    while true {
      if index == lists.count {
        guard let file = unread.popLast() else { return nil }
        try read(file)
      }
      if let text = lists[index].words[name]?.string { return try parsed(text, name, lists[index], rules) }
      index += 1
    }
  }

  private func parsed(
    _ text: String, _ name: String, _ list: List, _ rules: TemplateRules
  ) throws(Problem) -> Template.Block {
    // Shared words may have variables that not every template has, as layouts and partials may.
    var parser = TemplateParser(
      path: list.path, text: Array(text.utf8), rules: rules,
      variables: [rules.variables] + (list.isShared ? rules.sharedVariables : []), word: name)
    let word = Template.Block(name: name, parts: try parser.template().parts)
    used.append(word)
    return word
  }

  /// The error of a block for which no file has a word.
  func missing(_ name: String) -> Problem {
    let own = lists.last { !$0.isShared }?.path ?? ""
    let shared = lists.last { $0.isShared }.map { " and in \($0.path)" } ?? ""
    return .misconfigured("TEMPLATES_DIR", "\(own): \(name): is missing here\(shared)")
  }

  /// - Throws: `service/misconfigured` with file and word, if no template uses an app's own word and the bundled words
  ///   do not have it: its name is probably misspelled.
  package func refuseUnknown() throws(Problem) {
    for list in lists where list.isOwn && !list.isShared {
      for (name, _) in list.words.pairs where !isUsed(name) {
        while let file = unread.popLast() { try read(file) }
        if !isBundled(name) { throw .misconfigured("TEMPLATES_DIR", "\(list.path): \(name): is in no template") }
      }
    }
  }

  private func isUsed(_ name: String) -> Bool { used.contains { $0.isNamed(name) } }

  private func isBundled(_ name: String) -> Bool { lists.contains { !$0.isOwn && $0.words[name] != nil } }
}
