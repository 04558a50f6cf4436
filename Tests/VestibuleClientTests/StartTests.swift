// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import VestibuleClient

/// How an app starts with stored tokens: with and without a network, and with a server that says nothing.
@MainActor @Suite struct StartTests {
  /// While it is held, answers wait, except to a sign-out.
  enum Network: Sendable { case works, isGone, isSilent, isHeld }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let network = NetworkSwitch()

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// An app that starts: a new session and a new model over what is on the device.
  private func started(
    _ language: String? = "de", limit: Duration = .milliseconds(300), wait: Bool = true
  ) async throws -> AuthModel {
    let configuration = try Server("statlocker").configuration
    let transport = StubTransport { [network] request, _ in
      switch network.now {
      case .isGone: throw LostConnection()
      case .isSilent:
        try await Task.sleep(for: .seconds(60))
        throw LostConnection()
      case .isHeld where request.url.lastPathComponent != "sign-out":
        try await network.hold()
      case .isHeld, .works: break
      }
      switch request.url.lastPathComponent {
      case "app-configuration": return try AuthModelTests.json(configuration)
      case "sign-in": return try AuthModelTests.signedIn(.signedIn)
      case "sign-out": return .granted(#"{"ended":1}"#)
      default:
        return try AuthModelTests.json(
          GetAccountResult(
            account: AuthModelTests.account(), state: .signedIn, missing: [], invitations: [], clients: [],
            providers: [],
            identities: [], updatedAt: AuthModelTests.time))
      }
    }
    let server = VestibuleServer(baseURL: URL(string: "https://app.example")!, language: language, transport: transport)
    let session = Session(server: server, store: FileTokenStore(folder.appendingPathComponent("session.json")))
    let model = AuthModel(session)
    model.startLimit = limit
    if wait { await model.start() }
    return model
  }

  /// The fastest of several starts, because other tests run at the same time.
  private func fastestStart(limit: Duration = .milliseconds(300)) async throws -> (AuthModel, Duration) {
    var best: (AuthModel, Duration)?
    for _ in 0..<10 {
      let model = try await started(limit: limit, wait: false)
      let time = await ContinuousClock().measure { await model.start() }
      if time < best?.1 ?? .seconds(60) { best = (model, time) }
    }
    return try #require(best)
  }

  private func signedIn() async throws {
    let model = try await started()
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.state.account?.isCurrent == true)
  }

  private func name(_ model: AuthModel) -> String? { model.state.account?.account.displayName }

  @Test func `without a network the account, the rules and the texts of the last time are there at once`() async throws
  {
    try await signedIn()
    network.now = .isGone
    let (model, time) = try await fastestStart()
    #expect(time < .milliseconds(100))
    #expect(name(model) == "Kim" && model.state.account?.isCurrent == false)
    #expect(model.configuration?.app.name == "StatLocker" && !model.isInviter)
    guard case .signedIn = model.state else {
      Issue.record("\(model.state)")
      return
    }
  }

  @Test func `a silent server delays nothing that is known`() async throws {
    try await signedIn()
    network.now = .isSilent
    let (model, time) = try await fastestStart(limit: .seconds(60))
    #expect(time < .milliseconds(100) && name(model) == "Kim" && model.configuration != nil && !model.isBusy)
  }

  @Test func `the server's answer replaces what was known`() async throws {
    try await signedIn()
    let model = try await started(wait: false)
    var states = model.states.makeAsyncIterator()
    await model.start()
    while let state = await states.next() { if state.account?.isCurrent == true { break } }
    #expect(name(model) == "Kim")
  }

  @Test(arguments: [
    ("en", "You're offline"), ("de", "Du bist offline"), ("es", "No tienes conexión"), ("fr", "You're"),
  ])
  func `the first start without a network says so, and is signed out`(language: String, words: String) async throws {
    network.now = .isGone
    let model = try await started(language)
    #expect(model.state == .signedOut && model.configuration == nil && !model.isBusy)
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.message?.hasPrefix(words) == true)
  }

  @Test func `tokens without a known account are signed in too, as whom the token names`() async throws {
    let payload = Data(#"{"sub":"7","role":"client","iat":1795000000}"#.utf8).base64EncodedString()
    let tokens = Tokens(
      accessToken: "e30.\(payload.replacingOccurrences(of: "=", with: "")).x",
      accessTokenExpiresAt: Date(timeIntervalSinceNow: 3600), refreshToken: "r")
    try await FileTokenStore(folder.appendingPathComponent("session.json")).write(StoredSession(tokens: tokens))
    for state in [Network.isGone, .isSilent] {
      network.now = state
      let model = try await started()
      let known = try #require(model.state.account)
      #expect(known.account.id == "7" && known.account.role == "client" && !known.isCurrent)
      #expect(model.message?.isEmpty == false)
    }
  }

  @Test func `signing out leaves the rules, and nothing about the person`() async throws {
    try await signedIn()
    let first = try await started()
    await first.refresh()
    await first.signOut()
    network.now = .isGone
    let model = try await started()
    #expect(model.state == .signedOut && model.configuration?.app.name == "StatLocker")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(!files.contains { $0.contains("get-account") } && !files.contains("session.json"))
  }

  @Test
  func `the code of an invitation's link is there after a restart and a sign-out, until it is accepted or dismissed`()
    async throws
  {
    let first = try await started()
    #expect(await first.open(URL(string: "statlocker://invite?code=ABCDEFGHIJKLMNOP")!))
    network.now = .isGone
    let second = try await started()
    #expect(second.invitation?.code == "ABCDEFGHIJKLMNOP")
    network.now = .works
    try await signedIn()
    let third = try await started()
    #expect(third.invitation?.code == "ABCDEFGHIJKLMNOP")
    await third.signOut()
    let fourth = try await started()
    #expect(fourth.invitation?.code == "ABCDEFGHIJKLMNOP")
    await fourth.dismissInvitation()
    #expect(try await started().invitation == nil)
  }

  @Test func `an answer that comes after the person has signed out is not shown`() async throws {
    try await signedIn()
    network.now = .isHeld
    let model = try await started(limit: .seconds(60), wait: false)
    async let start: Void = model.start()
    while network.held == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(name(model) == "Kim")
    await model.signOut()
    network.now = .works
    await start
    while network.held > 0 { try await Task.sleep(for: .milliseconds(1)) }
    // The model may take an answer in a task of its own, which nothing outside shows.
    try await Task.sleep(for: .milliseconds(50))
    #expect(model.state == .signedOut)
  }
}

/// The network of a test, which changes.
private final class NetworkSwitch: Sendable {
  private let state = Mutex(StartTests.Network.works)
  private let waiting = Mutex(0)
  var now: StartTests.Network {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// How many answers wait.
  var held: Int { waiting.withLock { $0 } }

  func hold() async throws {
    waiting.withLock { $0 += 1 }
    defer { waiting.withLock { $0 -= 1 } }
    while now == .isHeld { try await Task.sleep(for: .milliseconds(1)) }
  }
}
