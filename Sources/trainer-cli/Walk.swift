// SPDX-License-Identifier: Apache-2.0

import Foundation
import VestibuleClient

/// The loop of an invitation, as a trainer and some clients walk it.
struct Walk {
  private let server: VestibuleServer
  private let password = "correct horse battery staple"

  init(_ url: URL) { server = .impatient(url) }

  func run(clients: Int) async throws {
    let configuration = try await server.call(AppConfigurationRequest(locale: "en"))
    let trainer = try await signUp(configuration)
    var links: [InvitationLink] = []
    for number in 1...clients { links.append(try await invite(number, by: trainer, configuration)) }
    for (index, link) in links.enumerated() { try await accept(link, number: index + 1, by: trainer) }
    let list = try await trainer.call(ListClientsRequest(limit: 100))
    say("clients", "\(list.clients.count)")
    say("accepted", "\(list.clients.filter { $0.invitation.status == .accepted }.count)")
    try await trainer.signOut()
    say("signed out", "trainer")
  }

  private func signUp(_ configuration: AppConfiguration) async throws -> Session {
    var form = SignUpForm(configuration)
    form.email = "trainer@example.com"
    form.password = password
    form.displayName = "Ada"
    form.role = configuration.roles.inviter
    guard form.problems().isEmpty else { throw Failure(text: "the form has problems: \(form.problems())") }
    let answer = try await server.call(form.request)
    let session = Session(server: server, store: MemoryTokenStore())
    try await session.begin(answer.session)
    say("signed up", answer.account.email ?? "")
    if !answer.account.emailVerified {
      _ = try await session.call(VerifyEmailRequest.code(try code("verification")))
      say("verified", answer.account.email ?? "")
    }
    return session
  }

  private func invite(
    _ number: Int, by trainer: Session, _ configuration: AppConfiguration
  ) async throws -> InvitationLink {
    var form = NewClientForm(configuration)
    form.name = "Client \(number)"
    form.email = "client\(number)@example.com"
    form.phone = "(555) 123-\(4000 + number)"
    form.channel = .link
    guard form.problems.isEmpty else { throw Failure(text: "the form has problems: \(form.problems)") }
    let answer = try await trainer.call(form.request)
    guard case .sent(let sent) = answer,
      let link = sent.link.flatMap({ InvitationLink(pasted: $0, of: configuration) })
    else { throw Failure(text: "the answer has no link: \(answer)") }
    say("invited", sent.client.email ?? "")
    return number == 1 ? try await resend(to: sent.client.id, by: trainer, configuration) : link
  }

  /// A new link for a client, whose old one stops working.
  private func resend(
    to client: String, by trainer: Session, _ configuration: AppConfiguration
  ) async throws -> InvitationLink {
    let shown = try await trainer.call(GetClientRequest(clientId: client))
    say("client", "\(shown.client.name), \(shown.invitation.status.rawValue)")
    let answer = try await trainer.call(
      ResendInvitationRequest.invitation(invitationId: shown.invitation.id, deliver: .link))
    guard case .resent(let resent) = answer,
      let link = resent.link.flatMap({ InvitationLink(pasted: $0, of: configuration) })
    else { throw Failure(text: "the answer has no link: \(answer)") }
    say("resent", shown.client.email ?? "")
    return link
  }

  private func accept(_ link: InvitationLink, number: Int, by trainer: Session) async throws {
    let preview = try await server.call(PreviewInvitationRequest(code: link.code))
    say("preview", preview.inviter.displayName)
    let answer = try await server.call(
      AcceptInvitationRequest.newPassword(password, code: link.code, displayName: "Client \(number)"))
    guard case .accepted(let accepted) = answer, let tokens = accepted.session, let record = accepted.client else {
      throw Failure(text: "no session: \(answer)")
    }
    let person = Session(server: server, store: MemoryTokenStore())
    try await person.begin(tokens)
    say("accepted", record.email ?? "")
    let workout = try await trainer.call(
      AssignWorkoutRequest(clientId: record.id, title: "Leg day", details: ["sets": 3])
    ).workout
    let listed = try await person.call(ListWorkoutsRequest()).workouts
    guard listed.map(\.id) == [workout.id] else { throw Failure(text: "the client has other workouts: \(listed)") }
    let done = try await person.call(CompleteWorkoutRequest(workoutId: workout.id)).workout
    say("completed", done.completedAt == nil ? "no" : done.title)
    try await person.signOut()
    say("signed out", record.email ?? "")
  }

  /// A code of a mail, from stdin.
  private func code(_ kind: String) throws -> String {
    say("code", kind)
    guard let code = readLine() else { throw Failure(text: "stdin has no code of the mail") }
    return code
  }

  private struct Failure: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}
