// SPDX-License-Identifier: Apache-2.0

/// A request whose answer is one page of a list.
public protocol PagedRequest: ReadingRequest {
  /// An entry of the list.
  associatedtype Entry: Sendable
  /// The `nextCursor` of the previous page; nil for the first one.
  var cursor: String? { get set }
  /// The entries of a page.
  static func entries(of page: Answer) -> [Entry]
  /// Where the next page begins; nil after the last one.
  static func nextCursor(of page: Answer) -> String?
}

extension Session {
  /// The pages of a list, each read when it is asked for:
  ///
  /// ```swift
  /// for try await clients in session.pages(of: ListClientsRequest(limit: 50)) { shown += clients }
  /// ```
  public nonisolated func pages<Request: PagedRequest>(
    of request: Request
  ) -> AsyncThrowingStream<[Request.Entry], any Error> {
    let next = NextPage(request)
    return AsyncThrowingStream { try await next.read(from: self) }
  }

  /// The entries of all pages of a list, such as for a search on the device.
  /// - Parameters:
  ///   - request: the call of the first page.
  ///   - limit: more entries are not read.
  public nonisolated func allEntries<Request: PagedRequest>(
    of request: Request, limit: Int = 10_000
  ) async throws(VestibuleError) -> [Request.Entry] {
    let next = NextPage(request)
    var found: [Request.Entry] = []
    while found.count < limit, let page = try await next.read(from: self) { found += page }
    return Array(found.prefix(limit))
  }
}

/// The place in a list.
private actor NextPage<Request: PagedRequest> {
  private var request: Request?

  init(_ request: Request) { self.request = request }

  func read(from session: Session) async throws(VestibuleError) -> [Request.Entry]? {
    guard var request else { return nil }
    let page = try await session.call(request)
    request.cursor = Request.nextCursor(of: page)
    self.request = request.cursor == nil ? nil : request
    return Request.entries(of: page)
  }
}
