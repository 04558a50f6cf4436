// SPDX-License-Identifier: Apache-2.0

import Domain

/// The class of a failure that a server has described by codes and words.
///
/// Codes that servers use for everything (5.0.0, 5.1.0, 5.5.0) decide nothing. Then the code in the text decides, then
/// known wordings, and otherwise the class is `other`. A wording about policy or a rate is more precise than any code.
/// A wording about the address is used only if no code says anything else: to suppress a good address is worse than to
/// write to a dead one again.
struct BounceDiagnosis {
  /// The class; nil if the server said nothing that is known.
  let reason: BounceReason?
  /// The subject of the wording that was found, if any.
  let wording: KnownWording.Subject?

  /// - Parameters:
  ///   - status: the enhanced status code that the notification or the vendor states apart from the text.
  ///   - text: what the server said.
  init(status: String? = nil, text: String?) {
    let wording = KnownWording.subject(of: text ?? "")
    self.wording = wording
    reason = Self.reason(EnhancedStatus(in: status), EnhancedStatus(in: text), wording)
  }

  private static func reason(
    _ status: EnhancedStatus?, _ inText: EnhancedStatus?, _ wording: KnownWording.Subject?
  ) -> BounceReason? {
    if let wording, wording.beatsCodes { return wording.reason }
    // The server that refused the mail wrote the text; the server that reports it wrote the status.
    let statements = [inText, status].compactMap { $0?.statement }
    for case .definite(let reason) in statements { return reason }
    for case .coarse(let reason) in statements {
      return wording.map(\.reason).flatMap { $0 == .address ? nil : $0 } ?? reason
    }
    return wording?.reason
  }

  /// The class of a failure, if it is final.
  /// - Parameters:
  ///   - known: the class if the server said nothing that is known.
  ///   - isAddressPossible: whether the sender of the event allows that the address is dead.
  func reason(or known: BounceReason, isAddressPossible: Bool = true) -> BounceReason {
    guard let reason else { return known }
    return reason == .address && !isAddressPossible ? known : reason
  }
}
