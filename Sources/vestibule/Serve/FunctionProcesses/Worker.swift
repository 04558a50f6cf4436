// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// A request that waits for a process, or is executed by one.
final class PendingRequest {
  let message: ByteBuffer
  let isRepeatable: Bool
  /// Whether the client still waits for the answer.
  let isWanted: () -> Bool
  let answer: (WebAnswer?) -> Void
  /// What the message counts towards the maximum of all bodies.
  private let memory: BodyMemory.Share
  let since = NIODeadline.now()
  /// Whether a process has got it already, and ended without an answer.
  var isRepeated = false

  /// - Parameter answer: gets nil if there is none.
  init(
    _ message: ByteBuffer, memory: BodyMemory.Share, isRepeatable: Bool, isWanted: @escaping () -> Bool,
    answer: @escaping (WebAnswer?) -> Void
  ) {
    self.message = message
    self.memory = memory
    self.isRepeatable = isRepeatable
    self.isWanted = isWanted
    self.answer = answer
  }
}

/// A process of a function, and the only connection to it.
///
/// The process gets a listening socket, as from any web server. It has lost its name before the process accepts, so
/// that nobody else can connect.
final class Worker: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  unowned let pool: WorkerPoolOfFunction
  let process: ChildProcess
  private var channel: (any Channel)?
  private var reader = FastCGIMessage.Reader()
  private(set) var request: PendingRequest?
  /// When the current request, the time without one, or the end began.
  private(set) var since = NIODeadline.now()
  private(set) var answered = 0
  /// Whether it gets no further requests.
  var isEnding = false
  private var isUnread = false
  /// Whether this server has ended it at once, because it did not answer or did not end.
  private(set) var isKilled = false
  /// Whether the process has been reaped, so its id may be another process's.
  private var hasEnded = false

  init(_ process: ChildProcess, of pool: WorkerPoolOfFunction) {
    self.process = process
    self.pool = pool
  }

  func execute(_ request: PendingRequest) {
    self.request = request
    since = .now()
    if let channel { send(request, to: channel) }
  }

  private func send(_ request: PendingRequest, to channel: any Channel) {
    channel.writeAndFlush(request.message).assumeIsolated().whenFailure { [weak self] _ in self?.isUnread = true }
  }

  /// Whether the process has certainly not executed its request, because it has not read it: it ended before the
  /// request was written, or the system reports that the process had bytes left to read. The library reads 8 KB at
  /// once, so this is certain only of a request that is not larger.
  var hasNotBegun: Bool { isUnread && (request.map { $0.message.readableBytes <= 8192 } ?? true) }

  func channelActive(context: ChannelHandlerContext) {
    channel = context.channel
    if let request { send(request, to: context.channel) }
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    do {
      guard let answer = try reader.read(&bytes), let request else { return }
      self.request = nil
      since = .now()
      answered += 1
      // The process ends itself after an answer that it owes to a broken state (FastCGIRunner).
      if answer.status >= 500 { isEnding = true }
      request.answer(answer)
      pool.isFree(self)
    } catch {
      kill()
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isEnding = true
    channel = nil
    pool.lost(self, request)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if (error as? IOError)?.errnoCode == ECONNRESET { isUnread = true }
    context.close(promise: nil)
  }

  /// Forgets the request: another process has it now, or it has been given up.
  func forgetRequest() { request = nil }

  /// There is no connection to the process.
  func fail() {
    isUnread = true
    isEnding = true
    pool.lost(self, request)
  }

  /// Ends the process, after the request that it may still execute.
  func stop() {
    since = .now()
    end(with: SIGTERM)
  }

  func kill() {
    isKilled = true
    end(with: SIGKILL)
  }

  private func end(with signal: Int32) {
    isEnding = true
    if !hasEnded { Glibc.kill(process.id, signal) }
  }

  /// The process has been reaped.
  func reaped() {
    isEnding = true
    hasEnded = true
  }
}
