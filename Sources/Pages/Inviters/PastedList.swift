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
      throw .invalid("/list", .eventInvalid, "has no clients")
    }
    let decided = try request.check(table.entries.map(\.client))
    var wrong = table.faults.map { (line: $0.line, shown: $0.json) }
    var good: [(entry: PastedClients.Entry, client: Client)] = []
    for (entry, result) in zip(table.entries, decided) {
      switch result {
      case .success(let client): good.append((entry, client))
      case .failure(let error): wrong.append((entry.line, request.wrong(entry, error)))
      }
    }
    wrong.sort { $0.line < $1.line }
    return PageResponse(
      "isChecked",
      .object([
        "wrong": .array(wrong.map(\.shown)), "wrongCount": wrong.isEmpty ? nil : JSON(wrong.count),
        "good": .array(good.map { request.invitable($0.entry, $0.client) }),
        "goodCount": good.isEmpty ? nil : JSON(good.count),
        "table": .string(PastedClients.text(of: good.map(\.entry.client))),
        "pasted": .string(try request.pastedText), "hasSuggestions": request.hasSuggestions(good) ? true : nil,
      ]))
  }

  /// Invites the clients of a list, with the addresses that were probably meant if the inviter has said so.
  static func inviteMany(_ request: PageRequest) throws(Problem) -> PageResponse {
    let table = PastedClients(Array((request.text("list") ?? "").utf8))
    let clients = table.entries.map { request.text("corrects") == nil ? $0.client : request.corrected($0.client) }
    let sent = try request.perform(SendInvitation.self, ["clients": .array(clients)])
    let results = sent["results"]?.array ?? []
    // The lines are those of the uploaded file no more, so that the clients are named.
    let refused = zip(table.entries, results).compactMap { entry, result in
      result["error"].map { error -> JSON in
        .object([
          "lineName": entry.client["name"], "lineEmail": entry.client["email"], "lineMessage": error["userMessage"],
        ])
      }
    }
    return PageResponse(
      "isManyInvited",
      .object([
        "sentCount": JSON(results.count - refused.count), "refused": .array(refused),
        "refusedCount": refused.isEmpty ? nil : JSON(refused.count),
      ]))
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

  fileprivate func hasSuggestions(_ entries: [(entry: PastedClients.Entry, client: Client)]) -> Bool {
    entries.contains { $0.client.email?.suggestion(environment.policy.email) != nil }
  }

  /// A client with the address that was probably meant.
  fileprivate func corrected(_ client: JSON) -> JSON {
    guard let meant = client["email"]?.string.flatMap(meant) else { return client }
    return client.merging(["email": .string(meant.text)])
  }

  fileprivate func check(_ clients: [JSON]) throws(Problem) -> [Result<Client, ErrorAnswer>] {
    var call = call.calling(SendInvitation.name, provider: nil, isSignedIn: true, event: nil)
    call.isOfPage = true
    return try SendInvitation.check(clients, by: .mail, call, environment)
  }

  /// A line whose client cannot be invited.
  fileprivate func wrong(_ entry: PastedClients.Entry, _ error: ErrorAnswer) -> JSON {
    let fields = error.messages.map { pointer, message -> JSON in
      let name = pointer.split(separator: "/").last.map(String.init) ?? ""
      return .object([
        "isName": name == "name" ? true : nil, "isEmail": name == "email" ? true : nil,
        "isPhone": name == "phone" ? true : nil, "isNotes": name == "notes" ? true : nil,
        "isLocale": name == "locale" ? true : nil, "fieldValue": entry.client[name],
        "fieldMessage": .string(message),
      ])
    }
    return .object([
      "line": JSON(entry.line), "lineName": entry.client["name"], "lineEmail": entry.client["email"],
      "lineMessage": fields.isEmpty ? .string(error.userMessage) : nil, "fields": .array(fields),
    ])
  }

  /// A line whose client can be invited.
  fileprivate func invitable(_ entry: PastedClients.Entry, _ client: Client) -> JSON {
    .object([
      "line": JSON(entry.line), "lineName": .string(client.name),
      "lineEmail": client.email.map { .string($0.text) } ?? .null,
      "lineSuggestion": client.email?.suggestion(environment.policy.email).map { .string($0.text) },
    ])
  }
}

extension PastedClients.Fault {
  /// A line that cannot be read, for the template.
  fileprivate var json: JSON {
    let name: String =
      switch reason {
      case .notText: "isNotText"
      case .quote: "isQuote"
      case .tooLong: "isTooLong"
      case .tooManyFields: "isTooManyFields"
      case .tooManyClients: "isTooManyClients"
      }
    return .object(JSON.Members([("line", JSON(line)), (name, true)]))
  }
}
