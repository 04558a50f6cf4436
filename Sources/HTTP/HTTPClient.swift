import CCurl
import Domain

/// Requests over HTTP, one after the other.
public struct HTTPClient {
  private let curl: Curl

  public init() throws(Problem) { curl = try Curl() }

  public struct Response {
    public let status: Int
    public let body: [UInt8]
    let headers: [UInt8]

    /// The value of a header of the final response; several lines of it are one list (RFC 9110, section 5.2).
    public func header(_ name: String) -> String? {
      let lines = String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline)
      let start = lines.lastIndex { $0.hasPrefix("HTTP/") } ?? lines.startIndex
      let prefix = name.lowercased() + ":"
      let values = lines[start...].filter { $0.lowercased().hasPrefix(prefix) }.map {
        String($0.dropFirst(prefix.count)).trimmed
      }
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
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
    return Response(status: reply.status, body: reply.body, headers: reply.headers)
  }
}
