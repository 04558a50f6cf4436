// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AuthModel {
  /// A model that shows a state and reaches no server, for previews and for tests of screens:
  ///
  /// ```swift
  /// #Preview { SignInScreen(model: .preview(.signedOut, invitation: InvitationLink(code: "7K3M-Q9XA"))) }
  /// ```
  ///
  /// Its actions fail as they do without a connection.
  /// - Parameters:
  ///   - state: what it shows, such as `.signedIn(KnownAccount(account: account))`.
  ///   - invitation: that of a link that opened the app.
  ///   - configuration: the rules and texts; nil as before they were read.
  ///   - message: the text of a failure.
  public static func preview(
    _ state: AuthState, invitation: InvitationLink? = nil, configuration: AppConfiguration? = nil,
    message: String? = nil
  ) -> AuthModel {
    let server = VestibuleServer(baseURL: URL(fileURLWithPath: "/"), transport: PreparedTransport(), retries: .none)
    let model = AuthModel(Session(server: server, store: MemoryTokenStore()))
    model.state = state
    model.invitation = invitation
    model.configuration = configuration
    model.message = message
    return model
  }
}
