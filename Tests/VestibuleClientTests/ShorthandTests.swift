// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization
import Testing

@testable import VestibuleClient

/// The short ways to call, the texts of errors, and what observes a model.
@MainActor @Suite struct ShorthandTests {
  private func body(_ request: TransportRequest?) throws -> [String: JSONValue] {
    try JSONDecoder.vestibule().decode([String: JSONValue].self, from: request?.body ?? Data())
  }

  private func session(_ transport: StubTransport) -> Session {
    Session(
      server: .stub(transport),
      store: MemoryTokenStore(StoredSession(tokens: TokenServer.tokens(1, expiresIn: 3600))))
  }

  @Test func `a request has the members of its form`() throws {
    let apple = Identity(provider: "apple", idToken: "t")
    let requests: [(any FunctionRequest, String)] = [
      (SignInRequest.password(email: "a@b.de", password: "p"), #"{"email":"a@b.de","password":"p"}"#),
      (SignInRequest.password(username: "kim", password: "p"), #"{"password":"p","username":"kim"}"#),
      (SignInRequest.mailedCode("1", email: "a@b.de"), #"{"code":"1","email":"a@b.de"}"#),
      (SignInRequest.identity(apple, as: "coach"), #"{"as":"coach","identity":{"idToken":"t","provider":"apple"}}"#),
      (Acceptance.mailAlone().request(code: "c"), #"{"byMail":true,"code":"c"}"#),
      (Acceptance.asSignedIn.request(code: "c"), #"{"code":"c"}"#),
      (
        Acceptance.password("p", email: "a@b.de").request(code: "c"),
        #"{"code":"c","email":"a@b.de","password":"p"}"#
      ),
      (
        Acceptance.newPassword("p", displayName: "K").request(code: "c"),
        #"{"code":"c","displayName":"K","newPassword":"p"}"#
      ),
      (AcceptInvitationRequest.waiting(invitationId: "i"), #"{"invitationId":"i"}"#),
      (UpdateMemberRequest.account(email: "a@b.de", profile: [:]), #"{"email":"a@b.de","profile":{}}"#),
    ]
    for (request, json) in requests { #expect(try text(of: request) == json) }
  }

  @Test func `ways to pass a second factor return its challenge`() {
    let challenge = FactorChallenge(challenge: "c", factors: [])
    #expect(
      AnswerChallengeRequest.code("123456", to: challenge) == AnswerChallengeRequest(challenge: "c", code: "123456"))
    #expect(
      AnswerChallengeRequest.recoveryCode("7K3M", to: challenge)
        == AnswerChallengeRequest(challenge: "c", recoveryCode: "7K3M"))
    #expect(
      AnswerChallengeRequest.passkey(["id": "1"], to: challenge)
        == AnswerChallengeRequest(challenge: "c", credential: ["id": "1"]))
  }

  @Test func `an acceptance takes the code of the link`() async throws {
    let transport = StubTransport { _, _ in .refused("auth/weak-password", 400) }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    await model.open(URL(string: "https://app.example/invite?code=ABCDEFGHIJKLMNOP")!)
    await model.accept(.newPassword("secret password"))
    let sent = try body(await transport.requests(to: "/v/accept-invitation").first)
    #expect(sent == ["code": "ABCDEFGHIJKLMNOP", "newPassword": "secret password"])
    #expect(model.invitation?.code == "ABCDEFGHIJKLMNOP" && model.message == "M")
  }

  @Test func `without an invitation nothing is accepted, and the model says so`() async {
    let transport = StubTransport { _, _ in .refused("auth/weak-password", 400) }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    await model.accept(.newPassword("secret password"))
    #expect(model.failure == .noInvitation && model.failure?.advice == .askInviter)
    #expect(model.message == "Bitte öffne zuerst den Link deiner Einladung.")
    #expect(await transport.requests.isEmpty && !model.isBusy)
  }

  @Test func `the token of a bot check goes with the call that needs it`() async throws {
    let transport = StubTransport { _, _ in .refused("auth/wrong-password", 401) }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    await model.signIn(.password(email: "a@b.de", password: "p"), botToken: "human")
    await model.accept(.newPassword("p", code: "A"), botToken: "human")
    await model.requestSignInCode(email: "a@b.de", botToken: "human")
    await model.requestPasswordReset(email: "a@b.de")
    #expect(await transport.requests.map { $0.headers["X-Bot-Token"] } == ["human", "human", "human", nil])
  }

  @Test func `who forgot the password gets the server's words, and a failure leaves them out`() async throws {
    let transport = StubTransport { request, number in
      guard number < 3 else { return .refused("auth/too-many-requests", 429) }
      return .granted(#"{"message":"\#(number)"}"#)
    }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    #expect(await model.requestPasswordReset(email: "a@b.de") == "1" && model.message == nil)
    #expect(await model.resetPassword(code: "c", newPassword: "p") == "2")
    #expect(await model.requestPasswordReset(email: "a@b.de") == nil && model.message == "M")
    let sent = try await transport.requests(to: "/v/reset-password").prefix(2).map { try body($0) }
    #expect(sent == [["email": "a@b.de"], ["code": "c", "newPassword": "p"]])
  }

  @Test func `a trainer invites in one line`() async throws {
    let transport = StubTransport { _, _ in .refused("client/duplicate", 409) }
    await #expect(throws: VestibuleError.self) {
      try await session(transport).invite(name: "Kim", email: "kim@example.com")
    }
    let sent = try body(await transport.requests(to: "/v/send-invitation").first)
    #expect(sent == ["client": ["name": "Kim", "email": "kim@example.com"]])
  }

  @Test func `the pages of a list are read one after the other`() async throws {
    let transport = StubTransport { request, _ in
      let sent = try JSONDecoder.vestibule().decode([String: JSONValue].self, from: request.body ?? Data())
      let number = if case .string(let cursor)? = sent["cursor"] { Int(cursor) ?? 0 } else { 0 }
      let next = number < 2 ? #","nextCursor":"\#(number + 1)""# : ""
      let link = """
        {"id":"\(number)","link":"https://app.example/join?code=A","shortCode":"7K3M-Q9XA","qr":"<svg/>","status":"open",\
        "uses":0,"expiresAt":"2027-01-01T00:00:00.000Z","approval":false,"createdAt":"2026-01-01T00:00:00.000Z"}
        """
      return .granted(#"{"joinLinks":[\#(link)]\#(next)}"#)
    }
    let session = session(transport)
    var pages: [[String]] = []
    for try await page in session.pages(of: ListJoinLinksRequest(limit: 1)) { pages.append(page.map(\.id)) }
    #expect(pages == [["0"], ["1"], ["2"]])
    #expect(try await session.allEntries(of: ListJoinLinksRequest(), limit: 2).map(\.id) == ["0", "1"])
  }

  @Test(arguments: [
    (VestibuleError.unreachable("x"), "Du bist offline. Prüf deine Verbindung und versuch es noch einmal."),
    (.unintelligible(status: 502, reason: "x"), "Etwas ist schiefgegangen. Bitte versuch es später noch einmal."),
    (.invalidRequest("x"), "Etwas ist schiefgegangen. Bitte versuch es später noch einmal."),
    (.signedOut, "Bitte melde dich an."), (.cancelled, "Abgebrochen."),
    (.signInCancelled, "Die Anmeldung wurde abgebrochen."),
    (.provider("x"), "Etwas ist schiefgegangen. Bitte versuch es später noch einmal."),
    (.storage("x"), "Das Gerät konnte deine Anmeldung nicht speichern. Bitte versuch es noch einmal."),
  ])
  func `every error has words for the person`(error: VestibuleError, words: String) {
    #expect(error.text(in: "de-AT") == words)
    #expect(error.localizedDescription == error.text(in: Locale.preferredLanguages.first ?? "en"))
    #expect(error.failureReason?.isEmpty == false)
  }

  @Test func `the words of a refusal are the server's`() async throws {
    let transport = StubTransport { _, _ in .refused("auth/wrong-password", 401) }
    do {
      _ = try await VestibuleServer.stub(transport).call(SignInRequest.password(email: "a@b.de", password: "p"))
      Issue.record("it was granted")
    } catch {
      #expect((error as any Error).localizedDescription == "M")
    }
  }

  @Test func `whoever has read a property is told of its change, and of no other`() async throws {
    let transport = StubTransport { _, _ in .refused("auth/wrong-password", 401) }
    let model = AuthModel(Session(server: .stub(transport), store: MemoryTokenStore()))
    let told = Mutex<[String]>([])
    withObservationTracking {
      _ = model.message
    } onChange: {
      told.withLock { $0.append("message") }
    }
    withObservationTracking {
      _ = model.invitation
    } onChange: {
      told.withLock { $0.append("invitation") }
    }
    await model.signIn(.password(email: "a@b.de", password: "p"))
    #expect(model.message == "M" && told.withLock { $0 } == ["message"])
  }
}
