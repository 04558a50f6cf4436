// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension IssuerClient {
  /// A client for laws that need no answer of an issuer.
  static func withoutDatabase(at now: Timestamp) -> IssuerClient {
    let deadline = Deadline(in: .zero)
    let store = Store.sqlite(path: "/dev/null/store", legacyRole: nil, deadline: deadline) { () throws(Problem) in
      throw .bug("no database is needed")
    }
    return IssuerClient(store: store, now: now, deadline: deadline, traceparent: nil, allowInsecure: false)
  }
}
