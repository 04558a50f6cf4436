import Domain
import Identity
import Storage

/// `POST /api/auth/apple` as the Manajet app speaks it: `sign-in` in another shape.
///
/// The app's own server kept a session in a cookie; here the tokens come in the answer, beside what the app knows.
public enum SignInWithApple: Function {
  public static let name = "sign-in-with-apple"

  public struct Event {
    let signIn: SignIn.Event
    let userIdentifier: String?
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    let name = data.optionalFields("full_name")
    let parts = [name?.optionalText("given_name"), name?.optionalText("family_name")].compactMap { $0 }
      .filter { !$0.isEmpty }
    let identity = PresentedIdentity(
      provider: "apple", idToken: try data.text("identity_token"), nonce: data.optionalText("nonce"),
      fullName: parts.isEmpty ? nil : parts.joined(separator: " "))
    let signIn = SignIn.Event(
      credential: .identity(identity), role: data.optionalText("as"), device: try data.optionalDevice("device"))
    return Event(signIn: signIn, userIdentifier: data.optionalText("user_identifier"))
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    if let claimed = event.userIdentifier, case .identity(let presented) = event.signIn.credential,
      case .success(let identity) = try environment.verified(presented), identity.subject != claimed
    {
      throw Problem(.invalidIDToken, "the identity_token is another user's than the user_identifier")
    }
    return try SignIn.answer(event.signIn, call, environment)
  }

  public static func theirs(_ answer: JSON, to data: JSON) -> JSON {
    let message = answer["error"]?["userMessage"] ?? "Login successful"
    return JSON.object(["success": .bool(answer["error"] == nil), "message": message]).merging(answer)
  }
}
