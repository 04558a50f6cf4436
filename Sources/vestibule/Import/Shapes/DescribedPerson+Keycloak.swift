// SPDX-License-Identifier: Apache-2.0

import Domain

extension DescribedPerson {
  static let columnsOfKeycloak: Set<String> = [
    "id", "email", "emailverified", "username", "firstname", "lastname", "enabled", "createdtimestamp", "attributes",
    "realmroles", "serviceaccountclientid", "federatedidentities", "credentials",
  ]

  /// A user of a realm that Keycloak has exported with its users (keycloak.org/server/importExport).
  init(keycloakUser user: Record) {
    externalID = user.text("id")
    email = user.text("email")
    emailVerified = user.flag("emailverified")
    userName = user.text("username")
    displayNames = [user.fullName]
    readLocks(user)
    createdAt = user.text("createdtimestamp")
    locale = user["attributes"]?["locale"]?.array?.first?.string
    phone = user["attributes"]?["phoneNumber"]?.array?.first?.string
    // Roles that Keycloak gives to everybody.
    let roles = (user["realmroles"]?.array ?? []).compactMap(\.string).filter { role in
      !role.hasPrefix("default-roles-") && !["offline_access", "uma_authorization"].contains(role)
    }
    role = roles.first
    otherRoles = Array(roles.dropFirst())
    // The user of a client that signs in by itself.
    if user.text("serviceaccountclientid") != nil { absence = .nothingToSignInWith }
    for identity in user["federatedidentities"]?.array ?? [] {
      let subject = identity["userId"].flatMap(Record.text)
      switch identity["identityProvider"]?.string {
      case "google": googleSubject = subject
      case "apple": appleSubject = subject
      default: hasOtherProvider = true
      }
    }
    let passwords = (user["credentials"]?.array ?? []).filter { $0["type"]?.string == "password" }
    if let credential = passwords.first { password = Self.password(keycloakCredential: credential) }
  }

  /// The credential as a PHC string.
  private static func password(keycloakCredential credential: JSON) -> Password {
    let (data, secret) = (object(credential["credentialData"]), object(credential["secretData"]))
    guard let hash = secret["value"]?.string, let algorithm = data["algorithm"]?.string else { return .unusable }
    let (salt, iterations) = (secret["salt"]?.string ?? "", data["hashIterations"].flatMap(Record.text) ?? "")
    func unpadded(_ base64: String) -> Substring { base64.prefix { $0 != "=" } }
    func parameter(_ name: String) -> String {
      data["additionalParameters"]?[name]?.array?.first.flatMap(Record.text) ?? ""
    }
    switch algorithm {
    case "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512":
      return .hash("$\(algorithm)$i=\(iterations)$\(unpadded(salt))$\(unpadded(hash))")
    case "argon2":
      let version = parameter("version") == "1.3" ? "19" : parameter("version")
      return .hash(
        "$argon2\(parameter("type"))$v=\(version)$m=\(parameter("memory")),t=\(iterations),p=\(parameter("parallelism"))"
          + "$\(unpadded(salt))$\(unpadded(hash))")
    // Of an extension.
    default: return .hash(hash)
    }
  }
}
