// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The secret of an authenticator app that is being added, as a picture and as text. It is shown until the app is
/// confirmed.
struct FactorEnrollment: PageModel {
  let key: JSON
  let factorID: String?
  /// Whether a code was wrong.
  let isRefused: Bool

  init(key: JSON, factorID: String?, isRefused: Bool) {
    (self.key, self.factorID, self.isRefused) = (key, factorID, isRefused)
  }

  /// - Parameter begun: the result of `enroll-factor`.
  init(begun: JSON) { self.init(key: begun, factorID: begun["factor"]?["id"]?.string, isRefused: false) }

  static let variables: [PageVariable<Self>] = [
    .text("secret") { $0.key["secret"]?.string.map(grouped) }, .text("uri") { $0.uri },
    .model("qr") { $0.uri.flatMap { QRCode(Array($0.utf8)) } }, .text("factorId") { $0.factorID },
    .flag("copies") { $0.uri != nil },
    .one("failed") { $0.isRefused ? Failed.confirm : nil },
  ]

  private enum Failed: String, PageFlag { case confirm }

  private var uri: String? { key["uri"]?.string }

  /// A secret in groups of four, which people can type.
  private static func grouped(_ secret: String) -> String {
    secret.enumerated().map { index, letter in (index > 0 && index % 4 == 0 ? " " : "") + String(letter) }.joined()
  }
}

struct ShownRecoveryCodes: PageModel {
  /// The remembered answer.
  let result: JSON
  /// Whether they come with the first factor.
  let isFirst: Bool

  static let variables: [PageVariable<Self>] = [
    .json("recoveryCodes") { $0.result["recoveryCodes"] }, .flag("isFirst") { $0.isFirst },
    .flag("copies") { _ in true },
  ]
}
