// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// Answers `--help`, `--version` and `--schema`.
func answerFlag(_ flag: String, _ name: String) -> Never {
  let entry = Catalogue.wholeEntry(of: name)
  func end(_ text: String, _ status: Int32 = 0) -> Never {
    _ = writeStandardOutput(Array(text.utf8))
    exit(status)
  }
  switch flag {
  case "--version": end("\(name) \(vestibuleVersion)")
  case "--schema": end(Catalogue.schemas(of: name).text)
  case "--help", "-h":
    let variables = (entry["variables"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    end(
      """
      \(name): \(entry["summary"]?.string ?? "")

      Reads one JSON event on stdin and writes one JSON result on stdout.
      Access: \(entry["access"]?.string ?? ""). Variables: \(variables).

      To try it, in a new folder:

        \(Catalogue.example(of: name).joined(separator: "\n  "))

      --help     this text
      --version  the release
      --schema   the JSON Schema of event and result
      """)
  default:
    let problem = Problem(.misconfigured, "arguments: only --help, --version and --schema are allowed")
    let error = ErrorResult(problem, userMessage: "This service is not set up correctly.")
    end(FunctionResult.failure(error).json.text, problem.code.exitStatus)
  }
}
