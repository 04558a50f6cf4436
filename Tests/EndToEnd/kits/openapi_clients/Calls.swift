// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Calls a server with the client that openapi-generator makes: `calls URL ID-TOKEN`. It is compiled with the client's
/// files.
@main
struct Calls {
  static func main() async throws {
    let configuration = OpenAPIClientAPIConfiguration.shared
    configuration.basePath = CommandLine.arguments[1]
    configuration.apiResponseQueue = .global()

    let identity = Identity(provider: "google", idToken: CommandLine.arguments[2])
    let signedIn = try await SessionsAPI.signIn(
      signInRequest: SignInRequest(identity: identity, _as: "admin"), idempotencyKey: UUID().uuidString)
    guard signedIn.state == .signedIn, let session = signedIn.session else { fatalError("\(signedIn.state)") }
    configuration.customHeaders["Authorization"] = "Bearer \(session.accessToken)"

    let client = NewClient(name: "Kim", email: "kim@example.com")
    let sent = try await InvitationsAPI.sendInvitation(sendInvitationRequest: SendInvitationRequest(client: client))
    let listed = try await ClientsAPI.listClients(listClientsRequest: ListClientsRequest(status: .pending))
    print("invited", sent.client?.email ?? "", listed.clients.count, listed.clients[0].invitation.status.rawValue)

    let account = try await AccountsAPI.getAccount()
    print("account", account.account.email ?? "", account.account.consent.guardian.rawValue)

    do {
      _ = try await InvitationsAPI.previewInvitation(previewInvitationRequest: PreviewInvitationRequest(code: "A"))
    } catch {
      // A pattern in the clause of `catch` crashes the compiler (Swift 6.3.1).
      guard case .error(let status, let data, _, _) = error, let data else { fatalError("no answer") }
      let refusal = try configuration.codableHelper.jsonDecoder.decode(Refusal.self, from: data)
      print("refused", status, refusal.error.code == .invitationNotFound, refusal.error.userMessage)
    }
  }
}
