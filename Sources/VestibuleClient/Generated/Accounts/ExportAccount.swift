// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Returns all data of the account, as one object.
public struct ExportAccountRequest: FunctionRequest {
  /// What `export-account` answers.
  public typealias Answer = JSONValue

  /// `POST /export-account`. It needs a session.
  public static let function = FunctionCall("export-account", at: "/export-account", for: .session)

  /// Creates a request.
  public init() {}
}
