import CCurl
import Domain

/// Requests over HTTP, one after the other.
public struct HTTPClient {
  private let curl: Curl

  public init() throws(Problem) { curl = try Curl() }

  public struct Response {
    let reply: Curl.Reply
    public var status: Int { reply.status }
    public var body: [UInt8] { reply.body }

    /// As `Curl.Reply.header`.
    public func header(_ name: String) -> String? { reply.header(name) }
  }

  /// Gets a resource; redirects are not followed.
  /// - Parameters:
  ///   - url: `https:`, or `http:` where the caller has made sure that it may be.
  ///   - traceparent: the event's W3C trace context, passed on.
  /// - Throws: `service/unavailable` where no response came.
  public func get(_ url: String, traceparent: String?, by deadline: Deadline) throws(Problem) -> Response {
    curl.reset()
    curl.set(CURLOPT_URL, url)
    curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
    curl.set(
      CURLOPT_HTTPHEADER, lines: ["Accept: application/json"] + (traceparent.map { ["traceparent: \($0)"] } ?? []))
    curl.set(CURLOPT_USERAGENT, "vestibule/\(vestibuleVersion)")
    let reply = curl.perform(by: deadline)
    guard reply.code == CURLE_OK else {
      throw .unavailable("\(url) cannot be reached", cause: "curl \(reply.code.rawValue): \(reply.explanation)")
    }
    return Response(reply: reply)
  }
}
