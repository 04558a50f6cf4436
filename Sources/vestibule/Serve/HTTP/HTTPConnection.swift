// SPDX-License-Identifier: Apache-2.0

import Domain
import NIOCore
import NIOHTTP1

/// The connection of a client. The pipeline in front of it delivers one request at a time, the next one after the
/// answer.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// Between two requests.
    case waiting
    /// The header is complete, the body is not.
    case reading(HTTPRequestHead)
    case answering(HTTPRequestHead)
    /// The answer is being written. Nothing that follows is read.
    case ending
  }

  private unowned let server: Server
  private(set) var channel: (any Channel)?
  private var state = State.waiting
  private var body = ByteBuffer()
  private var memory: BodyMemory.Share
  /// When the connection is closed, because the client is too slow; nil while it is answered.
  private(set) var deadline: NIODeadline?
  private var startedAt = NIODeadline.now()
  /// When the client has last sent something that is complete.
  private(set) var heardAt = NIODeadline.now()
  /// Whether the client sends nothing more, but may still read.
  private var isClosedByClient = false

  init(_ server: Server) {
    self.server = server
    memory = BodyMemory.Share(of: server.bodies)
  }

  /// Whether no request has begun, as far as is known.
  var isWaiting: Bool { if case .waiting = state { true } else { false } }

  func channelActive(context: ChannelHandlerContext) {
    channel = context.channel
    deadline = .now() + ConnectionLimits.firstHeaderTime
    server.opened(self)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    forgetBody()
    channel = nil
    deadline = nil
    server.closed(self)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    heardAt = .now()
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let piece), .reading(let head)): read(piece, head, context)
    case (.end, .reading(let head)): answer(head, context)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    startedAt = .now()
    state = .reading(head)
    guard isValid(head) else { return refuse(Problem(.eventInvalid, "the request is not HTTP/1.1"), 400, context) }
    let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
    guard length <= ConnectionLimits.body else { return refuse(.bodyTooLarge, nil, context) }
    deadline = .now() + ConnectionLimits.bodyTime
    if head.isCurrent, head.headers.first(name: "expect")?.lowercased() == "100-continue" {
      let go = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
    }
  }

  /// RFC 9112: a request of HTTP/1.1 has one `Host` (section 3.2). Its body may be in chunks, which no other coding
  /// wraps (section 6.1); one of HTTP/1.0 cannot.
  private func isValid(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["host"].count
    let codings = head.headers["transfer-encoding"]
    let isPlain = codings.isEmpty || head.isCurrent && codings.map { $0.lowercased() } == ["chunked"]
    return isPlain && (hosts == 1 || hosts == 0 && !head.isCurrent)
  }

  private func read(_ piece: ByteBuffer, _ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    var piece = piece
    guard body.readableBytes + piece.readableBytes <= ConnectionLimits.body else {
      return refuse(.bodyTooLarge, nil, context)
    }
    guard memory.grow(to: body.readableBytes + piece.readableBytes) else {
      return refuse(Problem(.unavailable, "too many requests have a body at the moment"), nil, context)
    }
    body.writeBuffer(&piece)
  }

  /// The body is not needed any more, or another one's now.
  private func forgetBody() {
    body = ByteBuffer()
    memory = BodyMemory.Share(of: server.bodies)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard let target = WebRequest.split(target: head.uri) else {
      return refuse(Problem(.eventInvalid, "the path is not valid"), 400, context)
    }
    state = .answering(head)
    deadline = nil
    let request = WebRequest(
      method: head.method, path: target.path, query: target.query, headers: head.headers, body: body,
      memory: memory, peer: context.remoteAddress?.ipAddress)
    forgetBody()
    // The answer needs no body: only the message to the process keeps it.
    let line = request.line
    server.answer(request, isWanted: { [weak self] in self?.channel != nil }) { [weak self] answer in
      guard let self, channel != nil else { return }
      server.note(line, answer.status, startedAt)
      let ends = !head.isKeepAlive || head.endsParsing || isClosedByClient || server.isEnding
      write(answer, to: head, context, ends: ends)
    }
  }

  private func write(_ answer: WebAnswer, to head: HTTPRequestHead, _ context: ChannelHandlerContext, ends: Bool) {
    var headers = answer.headers
    if ends {
      headers.replaceOrAdd(name: "Connection", value: "close")
    } else if !head.isCurrent {
      headers.replaceOrAdd(name: "Connection", value: "keep-alive")
    }
    headers.replaceOrAdd(name: "Content-Length", value: String(answer.body.readableBytes))
    deadline = .now() + ConnectionLimits.answerTime
    state = ends ? .ending : .answering(head)
    let status = HTTPResponseStatus(statusCode: answer.status)
    let first = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))
    context.write(wrapOutboundOut(first), promise: nil)
    // The end lets the next request in: only when this answer has been sent, so that a client that does not read its
    // answers cannot fill the memory with them.
    let body = head.method == .HEAD ? ByteBuffer() : answer.body
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body)))).assumeIsolated().whenComplete {
      [weak self] _ in
      guard let self, channel != nil else { return }
      if !ends {
        state = .waiting
        deadline = .now() + ConnectionLimits.idleTime
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      if ends { linger(context) }
    }
  }

  /// Refuses a request before its end. What follows is not read as a request.
  private func refuse(_ problem: Problem, _ status: Int?, _ context: ChannelHandlerContext) {
    guard case .reading(let head) = state else { return }
    forgetBody()
    write(WebAnswer(problem, status: status, to: head.headers), to: head, context, ends: true)
  }

  /// Closes the sending direction first: closing both at once while the client still sends would make the answer
  /// disappear.
  private func linger(_ context: ChannelHandlerContext) {
    guard channel != nil else { return }
    deadline = .now() + ConnectionLimits.lingerTime
    context.close(mode: .output, promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    switch state {
    case .answering, .ending: break
    case .waiting, .reading:
      forgetBody()
      let isLarge = error == .headerOverflow
      let problem = Problem(.eventInvalid, isLarge ? "the header is too large" : "the request is not HTTP/1.1")
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
      write(WebAnswer(problem, status: isLarge ? 431 : 400, to: head.headers), to: head, context, ends: true)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event as? ChannelEvent == .inputClosed else { return context.fireUserInboundEventTriggered(event) }
    isClosedByClient = true
    switch state {
    case .answering: break
    case .waiting, .reading, .ending: context.close(promise: nil)
    }
  }

  /// Waits for a body that has not arrived completely only a little longer, because this process is to end.
  func hurry() {
    guard case .reading = state else { return }
    deadline = min(deadline ?? .distantFuture, .now() + ConnectionLimits.lastBodyTime)
  }

  /// Closes the connection at once.
  func close() { channel?.close(promise: nil) }
}

extension HTTPRequestHead {
  /// Whether the parser reads nothing after this request, because what follows could be another protocol. A proxy would
  /// give the connection to the next client.
  fileprivate var endsParsing: Bool { method == .CONNECT || headers.contains(name: "upgrade") }

  /// HTTP/1.1, and not HTTP/1.0.
  fileprivate var isCurrent: Bool { version.major == 1 && version.minor >= 1 }
}

extension Problem {
  fileprivate static var bodyTooLarge: Problem {
    Problem(.eventTooLarge, "the body has more than \(ConnectionLimits.body) bytes")
  }
}
