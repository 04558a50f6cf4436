// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// A field that a list of wrong fields calls by a word of the templates. Others are named by their message.
enum NamedField: String, CaseIterable {
  case email, username, password, newPassword, displayName, name, phone, birthDate, guardianEmail, version, locale,
    notes
}

/// The answer of a page: a section of its templates with variables, or the address of the next page.
package struct PageResponse: FunctionOutput {
  /// The folder of the templates; nil for that of the page.
  var template: String?
  let section: String
  private(set) var variables: JSON
  /// The address of the next page.
  let location: String?
  /// The `Set-Cookie` headers.
  var cookies: [String] = []
  /// A file that the browser saves instead of showing a page.
  private(set) var download: (name: String, json: JSON)?
  /// Whether the browser forgets the pages that it has cached.
  var clearsCache = false

  /// Where the person wants to go, if the request does not say it.
  var returnTo: String?

  // Set by `BrowserPage`.
  var ownQuery = ""
  var refusal: ErrorAnswer?
  var formToken = ""
  var isSignedIn = false
  var base = ""
  var menu: JSON = [:]
  var asksTimeZone = false
  var form: JSON = [:]
  /// The fields at which the page shows what is wrong with them.
  var fields: Set<String> = []
  /// The names of the app's own fields, by the ids of their inputs.
  var ownFields: [String: JSON] = [:]

  /// A section of the page's templates.
  init<Section: PageFlag>(_ section: Section, _ variables: JSON = [:]) {
    self.init(section: section.rawValue, variables)
  }

  private init(section: String, _ variables: JSON) {
    (self.section, self.variables, location) = (section, variables, nil)
  }

  /// Leads to another page of this service.
  /// - Parameter location: an absolute URL, as `PageRequest.url` makes it.
  init(location: String) { (section, variables, self.location) = ("", [:], location) }

  /// The same page with further variables.
  func merging(_ others: JSON) -> PageResponse {
    var output = self
    output.variables = variables.merging(others)
    return output
  }

  /// Leads to another site. The policy for forms does not allow a redirection there.
  static func leaving(to url: String) -> PageResponse {
    var output = PageResponse(section: "isLeaving", ["refreshURL": .string(url)])
    output.template = "leaving"
    return output
  }

  /// Leads to where the person wants to go.
  static func returning(to url: ReturnURL) -> PageResponse {
    url.isOwn ? PageResponse(location: url.text) : .leaving(to: url.text)
  }

  /// A file in JSON that the browser saves.
  static func download(_ json: JSON, name: String) -> PageResponse {
    var output = PageResponse(section: "", [:])
    output.download = (name, json)
    return output
  }

  package var json: JSON {
    .object([
      "template": template.map(JSON.string), "section": JSON(section),
      "variables": menu.merging(variables).merging([
        "formToken": JSON(formToken), "isSignedIn": .bool(isSignedIn), "base": JSON(base), "form": form,
        "ownQuery": JSON(ownQuery),
        "errors": errors, "isShownAtField": .bool(isShownAtField), "asksTimeZone": .bool(asksTimeZone),
      ]).merging(problems),
      "location": location.map(JSON.string), "cookies": cookies.isEmpty ? nil : JSON(cookies),
      "clearsCache": clearsCache ? true : nil,
      "download": download.map { file in
        ["name": .string(file.name), "type": "application/json", "text": .string(file.json.text + "\n")]
      }, "error": refusal?.json,
    ])
  }

  /// The fields of refusals that name none, because programs send them in other places.
  private static let fieldsOfCodes: [ErrorCode: String] = [.emailAlreadyInUse: "email", .clientDuplicate: "email"]

  /// The message for each field of the form, by the last part of its pointer.
  private var errors: JSON {
    var errors = JSON.Members()
    if let refusal, refusal.messages.isEmpty, let name = Self.fieldsOfCodes[refusal.code] {
      errors[name] = .string(refusal.userMessage)
    }
    for (pointer, text) in refusal?.messages ?? [] {
      let name = String(pointer.split(separator: "/").last ?? "")
      // A password may break several rules.
      errors[name] = .string((errors[name]?.string.map { "\($0) " } ?? "") + text)
    }
    return .object(errors)
  }

  /// Whether the refusal is about one field, which shows it.
  private var isShownAtField: Bool {
    guard let refusal, let first = refusal.messages.first else { return false }
    return refusal.messages.allSatisfy { $0.pointer == first.pointer } && fields.contains(Self.id(of: first.pointer))
  }

  /// The fields that the refusal is about, for links to each with its name, if there are several.
  private var problems: JSON {
    var items: [JSON] = []
    for (pointer, text) in refusal?.messages ?? [] {
      let id = Self.id(of: pointer)
      // A password may break several rules.
      guard !items.contains(where: { $0["field"]?.string == id }) else { continue }
      if fields.contains(id), let named = NamedField(rawValue: id) {
        items.append(["field": .string(id), "of": .object(JSON.Members([(named.rawValue, true)]))])
      } else if fields.contains(id) || ownFields[id] != nil {
        items.append(["field": .string(id), "label": ownFields[id] ?? .string(text)])
      }
    }
    guard items.count > 1 else { return [:] }
    return ["problems": ["count": JSON(items.count), "items": .array(items)]]
  }

  /// The id of the input of a field. Those of the app are of the profile.
  private static func id(of pointer: String) -> String {
    let path = pointer.split(separator: "/")
    return path.first == "profile" ? path.joined(separator: ".") : String(path.last ?? "")
  }
}
