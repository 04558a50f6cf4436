// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import VestibuleClient

/// What an app has for its own tests: everything here is public.
@MainActor @Suite struct PreparedTransportTests {
  private let transport = PreparedTransport()
    .answering(PreviewInvitationRequest.self) { request in
      guard request.code == "A" else { throw VestibuleError.refused(Problem(.invitationNotFound, status: 404)) }
      return try read(
        PreviewInvitationResult.self,
        #"""
        {"inviter":{"displayName":"Ada"},"app":{"name":"PFA","urlScheme":"pfa"},"expiresAt":"2026-12-23T12:00:00Z",\#
        "providers":["password"]}
        """#)
    }
    .refusing(SignInRequest.self, with: Problem(.authWrongPassword, status: 401, userMessage: "Wrong."))

  private func server(_ path: String = "") -> VestibuleServer {
    VestibuleServer(baseURL: URL(string: "https://app.example\(path)")!, transport: transport, retries: .none)
  }

  @Test(arguments: ["", "/v1"]) func `each function gives the prepared answer`(path: String) async throws {
    let preview = try await server(path).call(PreviewInvitationRequest(code: "A"))
    #expect(preview.inviter.displayName == "Ada")
    let failure = await #expect(throws: VestibuleError.self) {
      try await server(path).call(PreviewInvitationRequest(code: "B"))
    }
    #expect(failure?.code == .invitationNotFound && failure?.problem?.status == 404)
  }

  @Test func `a refusal has its words, and what is not prepared is not reachable`() async {
    let model = AuthModel(Session(server: server(), store: MemoryTokenStore()))
    await model.signIn(.password(email: "kim@example.com", password: "x"))
    #expect(model.message == "Wrong." && model.failure?.code == .authWrongPassword)
    await model.requestPasswordReset(email: "kim@example.com")
    if case .unreachable = model.failure {} else { Issue.record("\(String(describing: model.failure))") }
  }

  @Test func `the members of a GET are those of the URL`() async throws {
    let configuration = try Server("psst").configuration
    let transport = PreparedTransport().answering(AppConfigurationRequest.self) { request in
      var found = configuration
      found.locale = request.locale ?? "none"
      return found
    }
    let server = VestibuleServer(baseURL: URL(string: "https://app.example")!, transport: transport)
    #expect(try await server.call(AppConfigurationRequest(locale: "pt-BR")).locale == "pt-BR")
  }
}
