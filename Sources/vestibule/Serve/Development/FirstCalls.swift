// SPDX-License-Identifier: Apache-2.0

/// Commands that a newcomer can paste into a terminal: the first admin signs in over HTTP, and sends an invitation.
struct FirstCalls {
  let url: String
  let email: String
  /// Nil where it must not be shown.
  let password: String?

  /// Everything that `send-invitation` needs, without `jq`.
  var text: String {
    let credentials = "{\"email\":\"\(email)\",\"password\":\"\(password ?? "…")\"}"
    return """
      url=\(url)
      token=$(curl -s --json '\(credentials)' \\
        $url/sign-in | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
      curl -s -H "Authorization: Bearer $token" \\
        --json '{"client":{"name":"Kim","email":"kim@example.com"}}' \\
        $url/send-invitation

      """
  }
}
