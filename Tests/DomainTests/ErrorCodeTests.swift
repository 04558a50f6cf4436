// SPDX-License-Identifier: Apache-2.0

import Domain
import TestSupport
import Testing

@Suite("Error codes") struct ErrorCodeTests {
  /// Every code with its status, as callers rely on them.
  private static let statuses: [Int: [String]] = [
    400: ["event/invalid", "event/not-json"],
    401: [
      "auth/unauthenticated", "auth/token-expired", "auth/session-expired", "auth/session-revoked",
      "auth/invalid-id-token", "auth/nonce-mismatch", "auth/id-token-used", "auth/invalid-credential",
      "auth/wrong-password",
    ],
    403: [
      "auth/permission-denied", "auth/role-mismatch", "auth/user-disabled", "auth/email-not-verified",
      "auth/requires-recent-login", "auth/email-domain-not-allowed", "auth/underage-user",
      "auth/parental-consent-required", "auth/provider-not-enabled", "auth/bot-suspected",
      "auth/account-incomplete", "auth/guardian-pending", "auth/factor-required", "auth/form-invalid",
      "invitation/email-mismatch",
    ],
    404: [
      "http/not-found", "auth/user-not-found", "invitation/not-found", "client/not-found", "workout/not-found",
      "team/not-found",
    ],
    405: ["http/method-not-allowed"],
    409: [
      "event/id-conflict", "auth/email-already-in-use", "auth/provider-already-linked", "auth/role-immutable",
      "auth/last-sign-in-method", "auth/confirmation-required", "auth/username-already-in-use",
      "invitation/already-accepted", "invitation/not-pending", "invitation/full", "team/last-owner", "client/duplicate",
    ],
    410: [
      "auth/code-expired", "invitation/declined", "invitation/expired", "invitation/revoked", "invitation/superseded",
    ],
    413: ["event/too-large"],
    415: ["http/unsupported-media-type"],
    422: [
      "auth/invalid-email", "auth/weak-password", "auth/invalid-display-name", "auth/invalid-phone-number",
      "auth/invalid-role", "auth/consent-required", "auth/code-invalid",
    ],
    429: ["auth/too-many-requests"], 500: ["service/misconfigured", "service/internal"], 503: ["service/unavailable"],
    504: ["service/deadline"],
  ]

  @Test func `every code has its status and every status a code`() {
    let expected = Self.statuses.flatMap { status, codes in codes.map { ($0, status) } }
    let actual = ErrorCode.allCases.map { ($0.rawValue, $0.status) }
    #expect(Dictionary(uniqueKeysWithValues: actual) == Dictionary(uniqueKeysWithValues: expected))
  }

  @Test("The exit status shows whether the event was answered", arguments: ErrorCode.allCases)
  func exitStatus(_ code: ErrorCode) {
    let expected: Int32 =
      switch code.rawValue {
      case "service/unavailable", "service/deadline": 75
      case "service/misconfigured": 78
      case "service/internal": 70
      default: 0
      }
    #expect(code.exitStatus == expected)
    #expect(Problem(code, "").isRefusal == (expected == 0))
    #expect(code.isRetryable == [429, 503, 504].contains(code.status))
  }

  @Test func `titles are not empty and are unique`() {
    let titles = ErrorCode.allCases.map(\.title)
    #expect(Set(titles).count == titles.count)
    #expect(titles.allSatisfy { !$0.isEmpty && $0.first?.isUppercase == true && $0.last != "." })
  }

  @Test func `the schema has the same codes`() throws {
    let listed = try FunctionsFile.read()["$defs"]?["errorCode"]?["enum"]?.array?.compactMap(\.string)
    #expect(listed == ErrorCode.allCases.map(\.rawValue))
  }

  @Test func `the schema has the same required actions`() throws {
    let listed = try FunctionsFile.read()["$defs"]?["problem"]?["properties"]?["requiresAction"]?["enum"]?.array
    #expect(listed?.compactMap(\.string) == RequiredAction.allCases.map(\.rawValue))
  }

  @Test func `a refusal has the shape of RFC 9457`() {
    var problem = Problem(.tooManyRequests, "too often", retryAfter: .milliseconds(1), cause: "secret")
    #expect(
      problem.json(userMessage: "Wait.", fieldMessages: []) == [
        "type": "urn:vestibule:auth/too-many-requests", "status": 429, "code": "auth/too-many-requests",
        "title": "Too many requests", "detail": "too often", "userMessage": "Wait.", "retryable": true, "retryAfter": 1,
      ])
    problem = .invalid("/client/email", .invalidEmail, "should be a mail address")
    let json = problem.json(userMessage: "", fieldMessages: ["Check it."])
    #expect(json["status"] == 400)
    #expect(json["retryAfter"] == nil)
    #expect(
      json["errors"] == [
        [
          "pointer": "/client/email", "code": "auth/invalid-email", "detail": "should be a mail address",
          "userMessage": "Check it.",
        ]
      ])
  }

  @Test func `a result and an error are read again as they were written`() {
    var problem = Problem.invalid("/client/email", .invalidEmail, "should be a mail address")
    problem.retryAfter = .seconds(3)
    let error = ErrorResult(problem, userMessage: "Wait.", fieldMessages: ["Check it."])
    let results: [FunctionResult] = [.success(["n": 1]), .success(.array([])), .failure(error)]
    for result in results { #expect(FunctionResult(json: result.json) == result) }
    #expect(results.map(\.status) == [200, 200, 400])
    #expect(error.code == .eventInvalid && error.userMessage == "Wait." && error.fieldMessages == ["Check it."])
    #expect(error.retryAfter == 3 && error.detail == problem.detail)
  }

  @Test func `an error whose code is not known any more keeps what was said`() {
    let json: JSON = ["error": ["status": 418, "code": "auth/teapot", "userMessage": "No."]]
    let result = FunctionResult(json: json)
    #expect(result.json == json && result.status == 418)
    #expect(result.error?.userMessage == "No." && result.error?.code.exitStatus == 0)
  }
}
