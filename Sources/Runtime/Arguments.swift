// SPDX-License-Identifier: Apache-2.0

import CArguments

/// The arguments of the process, without the name of the program.
package func processArguments() -> [String] {
  guard carguments_count() > 1, let values = carguments_values() else { return [] }
  return (1..<Int(carguments_count())).compactMap { values[$0].map { String(cString: $0) } }
}
