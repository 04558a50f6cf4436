// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Keeps the last answers to requests that only read, for use without a connection, and the invitation that opened the
/// app.
///
/// The rules and texts of the app and the invitation stay when a session begins or ends. The other answers are about a
/// person, and are removed.
public actor AnswerStore {
  private let folder: URL?
  private let appFolder: URL?
  /// Each is a `DatedAnswer` of the answer to a request, by the name of its file.
  private var entries: [String: any Sendable] = [:]
  /// Counts the removals, so that an answer to a call that began before one is not kept after it.
  private(set) var generation = 0

  /// - Parameter folder: where the answers are kept, in folders of their own (`vestibule-answers`, `vestibule-app`) and
  ///   in files that only their owner can read; nil keeps them in memory.
  public init(folder: URL? = nil) {
    self.folder = folder?.appendingPathComponent("vestibule-answers")
    appFolder = folder?.appendingPathComponent("vestibule-app")
  }

  private func folder<Request: FunctionRequest>(of request: Request) -> URL? {
    request is AppConfigurationRequest ? appFolder : folder
  }

  func read<Request: ReadingRequest>(_ request: Request) -> DatedAnswer<Request.Answer>? {
    let name = Self.name(of: request)
    if let known = entries[name] as? DatedAnswer<Request.Answer> { return known }
    guard let data = folder(of: request).flatMap({ try? Data(contentsOf: $0.appendingPathComponent(name)) }),
      let file = try? JSONDecoder.vestibule().decode(File<Request.Answer>.self, from: data)
    else { return nil }
    let known = DatedAnswer(file.answer, date: file.date, isCurrent: false)
    entries[name] = known
    return known
  }

  /// Keeps an answer, unless it is about a person and the answers have been removed since its call began.
  /// - Parameter begun: the generation in which the call began.
  func write<Request: ReadingRequest>(_ answer: Request.Answer, to request: Request, at date: Date, of begun: Int) {
    guard begun == generation || request is AppConfigurationRequest else { return }
    let name = Self.name(of: request)
    entries[name] = DatedAnswer(answer, date: date, isCurrent: false)
    guard let data = try? JSONEncoder.vestibule().encode(File(answer: answer, date: date)) else { return }
    replace(name, in: folder(of: request), with: data)
  }

  private func replace(_ name: String, in folder: URL?, with data: Data) {
    guard let folder else { return }
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Like the tokens, the answers about people stay on this device.
    #if canImport(Darwin)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var kept = folder
      try? kept.setResourceValues(values)
    #endif
    try? PrivateFile.replace(folder.appendingPathComponent(name), with: data)
  }

  /// Removes the answers about a person, and nothing else in the app's folder.
  public func removeAll() {
    generation += 1
    entries = entries.filter { $0.key.hasPrefix("\(AppConfigurationRequest.function.name)-") }
    guard let folder else { return }
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: The invitation

  private var link: InvitationLink?
  private static let linkFile = "invitation"

  /// The invitation whose link opened the app.
  func invitation() -> InvitationLink? {
    if let link { return link }
    let data = appFolder.flatMap { try? Data(contentsOf: $0.appendingPathComponent(Self.linkFile)) }
    return data.map { InvitationLink(code: String(decoding: $0, as: UTF8.self)) }
  }

  func remember(_ invitation: InvitationLink?) {
    link = invitation
    if let invitation {
      replace(Self.linkFile, in: appFolder, with: Data(invitation.code.utf8))
    } else if let appFolder {
      try? FileManager.default.removeItem(at: appFolder.appendingPathComponent(Self.linkFile))
    }
  }

  /// The name of a file: the function, and a hash of the request (FNV-1a).
  private static func name<Request: FunctionRequest>(of request: Request) -> String {
    let body = (try? JSONEncoder.vestibule().encode(request)) ?? Data()
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(Request.function.name)-\(String(hash, radix: 16)).json"
  }

  private struct File<Answer: Codable>: Codable {
    let answer: Answer
    let date: Date
  }
}
