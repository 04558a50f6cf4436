// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Sessions {
  /// Stores the push token that the app gave with its device, encrypted, for as long as the session lasts. The session
  /// takes it over from any other one: a person who signs in on a phone gets no messages of the person before them.
  ///
  /// It belongs after the first write of a decision, because the first call creates the key of the hash.
  func setPushToken(of device: Device?, in session: Session) throws(Problem) {
    guard let service = device?.pushService, let token = device?.pushToken else { return }
    try decision.tables.pushAddresses.set(
      PushAddress(
        sessionID: session.id, service: service,
        tokenHash: try decision.keyedHash("push token\n\(service.rawValue)\n\(token)"),
        sealedToken: try decision.secret.seal(token, for: .pushTokens, at: session.id)))
  }
}
