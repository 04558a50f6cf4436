// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP
import Identity

/// Amazon SES, API version 2 (docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html).
struct SESService: MailService {
  static let relay = "ses:REGION"
  static let variables = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]

  let name: String
  let url: String
  private let signature: HTTPRelay.Signature
  /// The session token of temporary credentials.
  private let sessionToken: String?
  var secrets: [String] { [signature.key] + (sessionToken.map { [$0] } ?? []) }

  init(_ region: Substring, _ settings: Settings) throws(Problem) {
    let isRegion = region.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    guard !region.isEmpty, isRegion else {
      throw .misconfigured("MAIL_URL", "should have the region after ses:, such as ses:eu-west-1")
    }
    guard let keyID = try settings.mailSecret("AWS_ACCESS_KEY_ID") else {
      throw .misconfigured("AWS_ACCESS_KEY_ID", "is unset; ses: needs it")
    }
    guard let key = try settings.mailSecret("AWS_SECRET_ACCESS_KEY") else {
      throw .misconfigured("AWS_SECRET_ACCESS_KEY", "is unset; ses: needs it")
    }
    name = "ses:\(region)"
    signature = HTTPRelay.Signature(scope: "aws:amz:\(region):ses", keyID: keyID, key: key)
    sessionToken = try settings.mailSecret("AWS_SESSION_TOKEN")
    url = try settings.mailURL("https://email.\(region).amazonaws.com", "/v2/email/outbound-emails")
  }

  /// The request contains the complete mail. SES replaces only Date and Message-ID.
  func request(for message: MailMessage) -> HTTPRelay.Request {
    let body: JSON = .object([
      "FromEmailAddress": JSON(message.from.address.text),
      "Destination": ["ToAddresses": [JSON(message.to.address.text)]],
      "Content": ["Raw": ["Data": JSON(message.bytes.base64Text)]],
    ])
    return HTTPRelay.Request(
      headers: sessionToken.map { ["x-amz-security-token: \($0)"] } ?? [], json: body, signature: signature)
  }

  func id(in answer: HTTPRelay.Answer) -> String? { answer.json?["MessageId"]?.string }

  func errorText(in answer: HTTPRelay.Answer) -> String? {
    let parts = [type(of: answer), message(of: answer)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  private func message(of answer: HTTPRelay.Answer) -> String? {
    answer.json?["message"]?.string ?? answer.json?["Message"]?.string
  }

  /// The type of the error, such as `MessageRejected`, from a text such as `…#MessageRejected:http://…`.
  private func type(of answer: HTTPRelay.Answer) -> String? {
    let type = answer.reply.header("x-amzn-ErrorType") ?? answer.json?["__type"]?.string ?? answer.json?["code"]?.string
    return type?.split(separator: ":").first?.split(separator: "#").last.map(String.init)
  }

  func meaning(of answer: HTTPRelay.Answer) -> HTTPRelay.Meaning? {
    guard answer.status == 400, let type = type(of: answer) else { return nil }
    switch type {
    // The credentials are invalid. Most services of AWS may answer so with status 400.
    case "IncompleteSignature", "IncompleteSignatureException", "InvalidSignatureException", "SignatureDoesNotMatch",
      "InvalidClientTokenId", "UnrecognizedClientException", "MissingAuthenticationToken",
      "MissingAuthenticationTokenException", "ExpiredToken", "ExpiredTokenException", "RequestExpired", "AccessDenied",
      "AccessDeniedException":
      return .waitForOperator
    // The account is suspended, or the sender is not verified.
    case "AccountSuspendedException", "SendingPausedException", "MailFromDomainNotVerifiedException":
      return .waitForOperator
    case "MessageRejected" where message(of: answer)?.contains("not verified") ?? false: return .waitForOperator
    case "Throttling", "ThrottlingException", "TooManyRequestsException", "LimitExceededException": return .retry
    default: return nil
    }
  }
}
