// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// The app's policy with what development adds: the provider `google` trusts the development key, there are passwords,
/// pages of any origin may call functions (CORS), and limits are high.
struct DevelopmentPolicy {
  let appName: String
  /// A domain whose addresses the policy accepts.
  let domain: String
  /// What the app calls the button that adds a client.
  let addClient: String

  /// The variable with the path of the app's own policy, which another read needs.
  private static let original = "VESTIBULE_SERVE_POLICY"

  /// Writes the policy into the folder, and sets `POLICY_FILE` to it.
  init(in folder: DataFolder) throws(Failure) {
    let path = try orFailure { () throws(Problem) in try Settings()["POLICY_FILE"] }
    let file = "\(folder.path)/development-policy.json"
    let own = getenv(Self.original).map { String(cString: $0) } ?? (path == file ? nil : path)
    if let own { setenv(Self.original, own, 1) }
    let app = try own.map { (path) throws(Failure) in try Self.read(path) }
    let policy = Self.adding(try DevelopmentKey(in: folder).json, to: app)
    do {
      let written = try NewFile(file)
      try written.write(policy.line)
      try written.publish(replacing: true)
    } catch {
      throw .unavailable("\(file) cannot be written: \(error.reason)")
    }
    setenv("POLICY_FILE", file, 1)
    unsetenv("POLICY_FILE_FILE")
    let read = try orFailure { () throws(Problem) in try Settings().policy() }
    appName = read.app.name
    addClient = policy["texts"]?["en"]?["clients"]?["addButton"]?.string ?? "Invite client"
    domain = policy["email"]?["allowedDomains"]?.array?.first?.string ?? "example.com"
  }

  /// What the sample app is, for its mails.
  private static let samples: JSON = [
    "en": [
      "app": [
        "about": "{app} is a fitness app: trainers plan workouts, and clients always have them on their phone."
      ]
    ],
    "de": [
      "app": [
        "about":
          "{app} ist eine Fitness-App: Trainerinnen und Trainer planen Trainings, und die Trainings sind in der App immer dabei."
      ]
    ],
    "es": [
      "app": [
        "about":
          "{app} es una app de fitness: los entrenadores planifican los entrenamientos, y cada persona tiene los suyos siempre a mano en la app."
      ]
    ],
  ]

  private static func read(_ path: String) throws(Failure) -> JSON {
    guard let content = try? readFile(path), let json = try? JSON(parsing: content), json.members != nil else {
      throw .misconfigured("POLICY_FILE: \(path) cannot be read, or is not a JSON object")
    }
    return json
  }

  /// - Parameter app: the app's policy; nil if it has none.
  private static func adding(_ key: JSON, to app: JSON?) -> JSON {
    let policy = app ?? ["providers": ["email": [:]], "texts": samples]
    let providers = policy["providers"] ?? [:]
    let google = providers["google"] ?? [:]
    let keys = (google["jwks"]?["keys"]?.array ?? []).filter { $0["kid"] != "development" }
    let audiences = (google["audiences"]?.array ?? []).filter { $0 != "development" }
    let trusted: JSON = ["audiences": .array(audiences + ["development"]), "jwks": ["keys": .array(keys + [key])]]
    let limits = Catalogue.definition("policy")?["properties"]?["limits"]?["properties"]
    let names = limits?.members?.pairs.map(\.name) ?? []
    let limit: JSON = ["max": 1000, "seconds": 60]
    return policy.merging([
      "providers": providers.merging(["google": google.merging(trusted), "password": providers["password"] ?? [:]]),
      "cors": ["origins": ["*"]],
      "limits": .object(JSON.Members(names.map { ($0, limit) })),
    ])
  }
}
