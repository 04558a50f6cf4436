// SPDX-License-Identifier: Apache-2.0

import ByHand
import Foundation
import VestibuleClient

/// All parts of the kit that an app uses, and the bare program.
@main struct Main {
  @MainActor static func main() async throws {
    let url = URL(string: CommandLine.arguments[1])!
    print(try await ClientByHand(url).call())
    let session = Session(
      server: VestibuleServer(baseURL: url, language: "en"), store: FileTokenStore(URL(fileURLWithPath: "session.json")),
      answers: AnswerStore(folder: URL(fileURLWithPath: "answers")))
    let model = AuthModel(session)
    await model.start()
    await model.open(URL(string: CommandLine.arguments[2])!)
    await model.signIn(SignInRequest(email: "kim@example.com", password: "correct horse"))
    await model.accept(AcceptInvitationRequest(code: model.invitation?.code, newPassword: "correct horse"))
    await model.resendVerification()
    await model.complete(CompleteAccountRequest(displayName: "Kim"))
    if let configuration = model.configuration {
      var signUp = SignUpForm(configuration)
      signUp.phone = PhoneNumberText.formatted("5551234567", callingCode: configuration.profile.callingCode)
      print(signUp.problems(), signUp.strength, signUp.internationalPhone ?? "")
      print(NewClientForm(configuration).problems, PasswordForm(configuration, "correct horse").problems)
      await model.signUp(signUp.request)
    }
    print(try await session.read(ListClientsRequest()).age(), try await session.call(ListWorkoutsRequest()))
    await model.signOut()
  }
}
