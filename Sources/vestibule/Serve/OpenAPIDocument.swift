// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// openapi.json of the release, with the URL of this server.
struct OpenAPIDocument {
  let answer: WebAnswer

  /// Nil if there is no such file in the folder of the functions or above it.
  init?(near folder: String) {
    let files = ["\(folder)/openapi.json", "\(Configuration.folder(of: folder))/openapi.json"]
    guard let file = files.first(where: { access($0, R_OK) == 0 }), let bytes = try? readFile(file, limit: 16 << 20),
      var json = try? JSON(parsing: bytes)
    else { return nil }
    if let url = (try? Settings()["PUBLIC_URL"]) ?? nil {
      json = json.merging(["servers": [["url": .string(url), "description": "This server."]]])
    }
    answer = WebAnswer(type: "application/json", json.text + "\n")
  }
}
