// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity

// Invitations to many: a list is pasted or uploaded, looked over, and sent.

extension ClientsPage {
  /// Shows what is wrong on which line, and whom the next form would invite.
  static func check(_ request: PageRequest) throws(Problem) -> PageResponse {
    let table = try request.table
    guard !table.entries.isEmpty || !table.faults.isEmpty else {
      throw .invalid([Problem.Field(pointer: "/list", detail: "has no clients", variant: "list")])
    }
    let decided = try request.check(table.entries.map(\.client))
    var (wrong, good) = (table.faults.map(WrongLine.init), [InvitableLine]())
    for (entry, result) in zip(table.entries, decided) {
      switch result {
      case .success(let client):
        good.append(
          InvitableLine(entry: entry, client: client, suggestion: client.email?.suggestion(request.emailRules)?.text))
      case .failure(let error): wrong.append(WrongLine(entry, error))
      }
    }
    wrong.sort { $0.line < $1.line }
    return try request.page(Section.isChecked, CheckedList(wrong: wrong, good: good, pasted: try request.pastedText))
  }

  /// Invites the clients of a list, with the addresses that were probably meant if the inviter has said so.
  static func inviteMany(_ request: PageRequest) throws(Problem) -> PageResponse {
    let table = PastedClients(Array((request.text("list") ?? "").utf8))
    let clients = table.entries.map { request.text("corrects") == nil ? $0.client : request.corrected($0.client) }
    let sent = try request.perform(SendInvitation.self, ["clients": .array(clients)])
    // The lines are no longer those of the uploaded file, so the clients are named.
    return try request.page(Section.isManyInvited, ManySent(sent) { table.entries[$0].client })
  }
}

extension PageRequest {
  /// The table that was uploaded, or else pasted.
  fileprivate var table: PastedClients {
    get throws(Problem) {
      guard let file = text("file") else { return PastedClients(Array((text("list") ?? "").utf8)) }
      guard let content = bytes(base64: file) else { throw .invalid("/file", .eventInvalid, "should be in base64") }
      return PastedClients(content)
    }
  }

  /// The list as it was pasted, or the text of the file.
  fileprivate var pastedText: String {
    get throws(Problem) {
      guard let content = text("file").flatMap({ bytes(base64: $0) }) else { return text("list") ?? "" }
      return PastedClients.text(content) ?? ""
    }
  }

  fileprivate var emailRules: Policy.EmailRules { environment.policy.email }

  /// A client with the address that was probably meant.
  fileprivate func corrected(_ client: JSON) -> JSON {
    guard let meant = client["email"]?.string.flatMap(meant) else { return client }
    return client.merging(["email": .string(meant.text)])
  }

  fileprivate func check(_ clients: [JSON]) throws(Problem) -> [Result<Client, ErrorResult>] {
    let call = call.calling(SendInvitation.name, isSignedIn: true)
    return try SendInvitation.check(clients, by: .mail, call, environment)
  }
}

// MARK: What they show

/// The lines of a list, before its clients are invited.
struct CheckedList: PageModel {
  fileprivate let wrong: [WrongLine]
  fileprivate let good: [InvitableLine]
  /// The list as it was pasted, or the text of the file.
  fileprivate let pasted: String

  static let variables: [PageVariable<Self>] = [
    .list("wrong") { $0.wrong }, .number("wrongCount") { $0.wrong.isEmpty ? nil : $0.wrong.count },
    .list("good") { $0.good }, .number("goodCount") { $0.good.isEmpty ? nil : $0.good.count },
    .text("table") { PastedClients.text(of: $0.good.map(\.entry.client)) }, .text("pasted") { $0.pasted },
    .flag("hasSuggestions") { $0.good.contains { $0.suggestion != nil } },
  ]
}

/// A line that cannot be read, or whose client cannot be invited.
private struct WrongLine: PageModel {
  let line: Int
  let fault: Fault?
  let client: JSON
  let fields: [WrongField]
  let message: String?

  init(_ fault: PastedClients.Fault) {
    (line, self.fault, client, fields, message) = (fault.line, Fault(fault.reason), [:], [], nil)
  }

  init(_ entry: PastedClients.Entry, _ error: ErrorResult) {
    (line, fault, client) = (entry.line, nil, entry.client)
    fields = error.messages.map { pointer, message in
      let name = String(pointer.split(separator: "/").last ?? "")
      return WrongField(name: WrongField.Name(name), value: entry.client[name], message: message)
    }
    message = fields.isEmpty ? error.userMessage : nil
  }

  static let variables: [PageVariable<Self>] = [
    .number("line") { $0.line }, .one { $0.fault }, .json("lineName") { $0.client["name"] },
    .json("lineEmail") { $0.client["email"] }, .text("lineMessage") { $0.message }, .list("fields") { $0.fields },
  ]

  /// Why a line cannot be read.
  enum Fault: String, PageFlag {
    case isNotText, isQuote, isTooLong, isTooManyFields, isTooManyClients

    init(_ reason: PastedClients.Reason) {
      self =
        switch reason {
        case .notText: .isNotText
        case .quote: .isQuote
        case .tooLong: .isTooLong
        case .tooManyFields: .isTooManyFields
        case .tooManyClients: .isTooManyClients
        }
    }
  }
}

/// A field of a client that cannot be invited.
private struct WrongField: PageModel {
  let name: Name?
  let value: JSON?
  let message: String

  static let variables: [PageVariable<Self>] = [
    .one { $0.name }, .json("fieldValue") { $0.value }, .text("fieldMessage") { $0.message },
  ]

  enum Name: String, PageFlag {
    case isName, isEmail, isPhone, isNotes, isLocale

    /// - Parameter member: of the event's client.
    init?(_ member: String) {
      switch member {
      case "name": self = .isName
      case "email": self = .isEmail
      case "phone": self = .isPhone
      case "notes": self = .isNotes
      case "locale": self = .isLocale
      default: return nil
      }
    }
  }
}

/// A line whose client can be invited.
private struct InvitableLine: PageModel {
  let entry: PastedClients.Entry
  let client: Client
  /// The address that was probably meant.
  let suggestion: String?

  static let variables: [PageVariable<Self>] = [
    .number("line") { $0.entry.line }, .text("lineName") { $0.client.name },
    .text("lineEmail") { $0.client.email?.text }, .text("lineSuggestion") { $0.suggestion },
  ]
}
