// SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain

extension Diagnosis {
  /// Checks the key of Sign in with Apple, and whether Apple accepts it for each client id. Nothing is stored at Apple.
  func appleFindings(_ policy: Policy) -> [Finding] {
    guard let client = policy.appleClient else { return [] }
    let sender: AppleTokenSender
    do throws(Problem) { sender = try AppleTokenSender(settings, policy) } catch {
      return [
        .failure(
          "apple", error,
          advice: "Correct this: until then authorization codes are not exchanged, and refresh tokens not revoked.")
      ]
    }
    return unusedAudiences(of: client, policy)
      + client.clientIDs.map { clientID in
        do throws(Problem) {
          return finding(clientID, try sender.probe(clientID, by: Deadline(in: timeout)))
        } catch {
          return .failure("apple", error, advice: "Install libcurl.")
        }
      }
  }

  private func finding(_ clientID: String, _ probe: RelayProbe) -> Finding {
    switch probe {
    case .answers(let text): .ok("apple", "\(clientID): Apple \(text)")
    case .refused(let reason):
      .failure(
        "apple", "\(clientID): \(reason)",
        advice: "Check teamID, keyID and clientIDs in /providers/apple, and that APPLE_PRIVATE_KEY is the key keyID.")
    case .unreachable(let reason):
      .warning(
        "apple", "\(clientID): \(reason)",
        advice: "Check whether this machine can connect to Apple. Requests wait in the database meanwhile.")
    }
  }

  /// Audiences for which no code can be exchanged.
  private func unusedAudiences(of client: AppleClient, _ policy: Policy) -> [Finding] {
    (policy.providers["apple"]?.audiences ?? []).filter { !client.clientIDs.contains($0) }.map {
      .warning(
        "apple", "\($0) is an audience, but none of /providers/apple/clientIDs",
        advice: "Add it, so that its authorization codes are exchanged.")
    }
  }
}
