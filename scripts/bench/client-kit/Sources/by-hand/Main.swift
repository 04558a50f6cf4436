// SPDX-License-Identifier: Apache-2.0

import ByHand
import Foundation

@main struct Main {
  static func main() async throws {
    print(try await ClientByHand(URL(string: CommandLine.arguments[1])!).call())
  }
}
