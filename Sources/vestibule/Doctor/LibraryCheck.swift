// SPDX-License-Identifier: Apache-2.0

import CCurl
import CLibrary
import CPostgreSQL

extension Diagnosis {
  /// The versions of the libraries that functions load at their first use, and where they are from.
  func libraryFinding() -> Finding {
    if ccurl_open() != nil {
      return .warning(
        "libraries", "libcurl cannot be loaded, so that no mail is sent and no key set is fetched",
        advice: "Install it (Debian: libcurl4), or use a bundle that contains it.")
    }
    var names = ["libcurl \(String(cString: ccurl_version())) with \(String(cString: ccurl_tls_version()))"]
    if cpostgresql_open() == nil {
      names.append("libpq \(cpostgresql_version() / 10_000).\(cpostgresql_version() % 10_000)")
    }
    let origin = clibrary_is_bundled() == 0 ? "of this system" : "of the bundle"
    return .ok("libraries", "\(names.joined(separator: ", ")), \(origin)")
  }
}
