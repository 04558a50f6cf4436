// SPDX-License-Identifier: Apache-2.0

/// Texts about what happens only in the app. All others come from the server.
enum KitText {
  case signInCancelled, differentPasswords

  func text(in locale: String) -> String {
    let language = locale.prefix { $0 != "-" }.lowercased()
    return switch (self, language) {
    case (.signInCancelled, "de"): "Die Anmeldung wurde abgebrochen."
    case (.signInCancelled, "es"): "Se canceló el inicio de sesión."
    case (.signInCancelled, _): "Sign-in was cancelled."
    case (.differentPasswords, "de"): "Die Passwörter stimmen nicht überein."
    case (.differentPasswords, "es"): "Las contraseñas no coinciden."
    case (.differentPasswords, _): "The passwords don't match."
    }
  }
}

extension AppConfiguration {
  /// The text for the person about an error, also about one without an answer, in the language of the configuration.
  public func message(for error: VestibuleError) -> String {
    switch error {
    case .refused(let problem): problem.userMessage
    case .unreachable: messages[ErrorCode.serviceUnavailable.rawValue] ?? ""
    case .unintelligible, .storage: messages[ErrorCode.serviceInternal.rawValue] ?? ""
    case .signedOut: messages[ErrorCode.authUnauthenticated.rawValue] ?? ""
    case .cancelled: KitText.signInCancelled.text(in: locale)
    }
  }
}
