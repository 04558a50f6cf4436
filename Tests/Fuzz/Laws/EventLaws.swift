// SPDX-License-Identifier: Apache-2.0

import Configuration

@testable import Delivery
@testable import Domain
@testable import Functions
@testable import Pages
@testable import Runtime

/// The first line is a function's name, the rest is its event.
enum EventLaws {
  static func check(_ input: [UInt8]) throws {
    guard let (name, event) = input.head else { return }
    let json = try JSONLaws.check(event)
    let envelope: Envelope
    do throws(Problem) { envelope = try Envelope(event) } catch {
      return try hold("an invalid event is refused: \(error.code)", error.isRefusal)
    }
    try hold("an envelope is JSON", json != nil)
    try check(envelope)
    if let function = functions[name.text] { try check(envelope.data, function) }
  }

  private static func check(_ envelope: Envelope) throws {
    let texts = [envelope.id, envelope.source, envelope.userAgent, envelope.acceptLanguage, envelope.bearerToken]
    try hold(
      "no attribute has control characters",
      !texts.contains { $0?.unicodeScalars.contains(where: \.isControl) ?? false })
    if let address = envelope.clientAddress {
      let again = JSON.object(["clientip": .string(address), "data": [:]])
      try hold("an address has one spelling", try Envelope(again.line).clientAddress == address)
    }
    if let country = envelope.clientCountry {
      let again = JSON.object(["clientcountry": .string(country), "data": [:]])
      try hold("a country has one spelling", try Envelope(again.line).clientCountry == country)
    }
    let offered = ["en", "de", "pt-BR"]
    try hold(
      "the language is an offered one",
      offered.contains(LanguageTag.best(for: envelope.acceptLanguage, among: offered).text))
  }

  private static func check(_ data: JSON, _ function: any Function.Type) throws {
    let schema = schemas[function.name]!
    let (normal, bad) = schema.normalise(data)
    try hold("at most 50 invalid fields are named", bad.count <= 50)
    for answer: JSON in [[:], ["error": [:]]] { _ = function.platformResponse(FunctionResult(json: answer), to: data) }
    for rules in rules {
      do throws(Problem) { _ = try function.badFields(in: Fields(normal), rules) } catch {
        throw BrokenLaw(description: "badFields never throws: \(error)")
      }
    }
    guard bad.isEmpty else { return }
    let again = schema.normalise(normal)
    try hold("a normal form satisfies its schema: \(again.fields)", again.fields.isEmpty)
    try hold("normalising twice changes nothing", again.value.line == normal.line)
    do throws(Problem) { try read(normal, function) } catch {
      try hold("data that satisfies the schema can be read: \(error)", error.isRefusal)
    }
  }

  private static func read<F: Function>(_ data: JSON, _ function: F.Type) throws(Problem) {
    _ = try F.event(from: Fields(data))
  }

  /// The functions by name.
  nonisolated(unsafe) static let functions: [String: any Function.Type] = {
    // Written by scripts/function-list:
    let all: [any Function.Type] = [
      AcceptInvitation.self, AcceptPage.self, AccountDataPage.self, AccountPage.self, AnswerChallenge.self,
      AnswerJoinRequest.self, AppConfiguration.self, AppleAppSiteAssociation.self, Assetlinks.self, AssignWorkout.self,
      Authorize.self, ChangePasswordPage.self, ClientPage.self, ClientsPage.self, CompleteAccount.self,
      CompleteWorkout.self, ConfirmFactor.self, CreateJoinLink.self, CreateTeam.self, DeclineInvitation.self,
      DeclinePage.self, DeleteAccount.self, DeliverMail.self, EnrollFactor.self, ErrorPage.self, ExpireInvitations.self,
      ExportAccount.self, GetAccount.self, GetClient.self, GetMember.self, GetTeam.self, GuardianConfirm.self,
      GuardianPage.self, InvitationReport.self, InvitePage.self, JoinPage.self, Jwks.self, LeaveInviter.self,
      LinkIdentity.self, ListAudit.self, ListClients.self, ListFactors.self, ListJoinLinks.self, ListJoinRequests.self,
      ListMembers.self, ListSessions.self, ListTeams.self, ListWorkouts.self, MembersPage.self, NextPage.self,
      NotMePage.self, OauthCallback.self, OnAppleNotification.self, OnMailEvent.self, OnUserCreate.self,
      OpenidConfiguration.self, PasskeyOptions.self, PreviewInvitation.self, PurgeRecords.self, Reauthenticate.self,
      RefreshSession.self, RemoveClient.self, RemoveFactor.self, RemoveTeamMember.self, RemoveWorkout.self,
      RenewRecoveryCodes.self, RequestInvitation.self, RequestPage.self, RequestSignIn.self, ResendInvitation.self,
      ResendPage.self, ResetPassword.self, ResetPasswordPage.self, RestoreAccount.self, RestoreAccountPage.self,
      RevokeInvitation.self, SecurityPage.self, SendInvitation.self, SignIn.self, SignInCodePage.self, SignInPage.self,
      SignInWithApple.self, SignOut.self, SignOutPage.self, SignUp.self, SignUpPage.self, SupabaseAuth.self,
      UnlinkIdentity.self, Unsubscribe.self, UnsubscribePage.self, UpdateAccount.self, UpdateClient.self,
      UpdateJoinLink.self, UpdateMember.self, UpdateTeam.self, UpdateTeamMember.self, UpdateWorkout.self,
      VerifyEmail.self, VerifyEmailPage.self, WorkoutsPage.self,
    ]
    return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  }()

  /// The schemas by function name, read once.
  nonisolated(unsafe) private static let schemas = functions.mapValues { function in
    Schema(Catalogue.entry(of: function.name)["event"] ?? [:], definition: definition)
  }
  nonisolated(unsafe) private static var definitions: [String: JSON] = [:]
  private static func definition(_ name: String) -> JSON? {
    if definitions[name] == nil { definitions[name] = Catalogue.definition(name) }
    return definitions[name]
  }

  /// The rules of every app.
  nonisolated(unsafe) private static let rules = Repository.names(in: "templates/policies").map { file in
    AccountFieldRules(policy: try! PolicyLaws.policy(try! Repository.json("templates/policies/\(file)"))!.policy) {
      (_) throws(Problem) in false
    }
  }
}
