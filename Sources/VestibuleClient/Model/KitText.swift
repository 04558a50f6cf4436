// SPDX-License-Identifier: Apache-2.0

/// Texts about what happens only in the app, or before the server has been reached. All others come from the server.
enum KitText {
  case cancelled, signInCancelled, differentPasswords, offline, failed, signedOut, notStored, noInvitation

  func text(in locale: String) -> String {
    switch locale.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "de": german
    case "es": spanish
    default: english
    }
  }

  private var english: String {
    switch self {
    case .cancelled: "Cancelled."
    case .signInCancelled: "Sign-in was cancelled."
    case .differentPasswords: "The passwords don't match."
    case .offline: "You're offline. Check your connection and try again."
    case .failed: "Something went wrong. Please try again later."
    case .signedOut: "Please sign in."
    case .notStored: "This device couldn't keep you signed in. Please try again."
    case .noInvitation: "Please open the link of your invitation first."
    }
  }

  private var german: String {
    switch self {
    case .cancelled: "Abgebrochen."
    case .signInCancelled: "Die Anmeldung wurde abgebrochen."
    case .differentPasswords: "Die Passwörter stimmen nicht überein."
    case .offline: "Du bist offline. Prüf deine Verbindung und versuch es noch einmal."
    case .failed: "Etwas ist schiefgegangen. Bitte versuch es später noch einmal."
    case .signedOut: "Bitte melde dich an."
    case .notStored: "Das Gerät konnte deine Anmeldung nicht speichern. Bitte versuch es noch einmal."
    case .noInvitation: "Bitte öffne zuerst den Link deiner Einladung."
    }
  }

  private var spanish: String {
    switch self {
    case .cancelled: "Cancelado."
    case .signInCancelled: "Se canceló el inicio de sesión."
    case .differentPasswords: "Las contraseñas no coinciden."
    case .offline: "No tienes conexión. Compruébala e inténtalo de nuevo."
    case .failed: "Algo ha ido mal. Inténtalo de nuevo más tarde."
    case .signedOut: "Inicia sesión."
    case .notStored: "Este dispositivo no ha podido guardar tu sesión. Inténtalo de nuevo."
    case .noInvitation: "Abre primero el enlace de tu invitación."
    }
  }
}

extension AppConfiguration {
  /// The text for the person about an error, also about one without an answer, in the language of the configuration.
  public func message(for error: VestibuleError) -> String {
    let code: ErrorCode? =
      switch error {
      case .unreachable: .serviceUnavailable
      case .unintelligible, .storage, .provider, .invalidRequest: .serviceInternal
      case .signedOut: .authUnauthenticated
      case .refused, .noInvitation, .cancelled, .signInCancelled: nil
      }
    return code.flatMap { messages[$0.rawValue] } ?? error.text(in: locale)
  }
}
