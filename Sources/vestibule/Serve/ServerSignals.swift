// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOPosix

/// Signals as bytes of a pipe, which the event loop reads like any other input: nothing is interrupted half-way.
final class ServerSignals: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  nonisolated(unsafe) private static var pipe: Int32 = -1

  private let receive: (Int32) -> Void

  private init(_ receive: @escaping (Int32) -> Void) { self.receive = receive }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    for byte in unwrapInboundIn(data).readableBytesView { receive(Int32(byte)) }
  }

  /// Calls `receive` on the loop with the number of each signal that arrives.
  static func start(on loop: any EventLoop, _ receive: @escaping (Int32) -> Void) throws(Failure) {
    let (input, output) = try privatePipe()
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    pipe = output
    let handler = NIOLoopBound(ServerSignals(receive), eventLoop: loop)
    _ = NIOPipeBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
      }
      .takingOwnershipOfDescriptor(input: input)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] {
      signal(number) { number in
        let former = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(ServerSignals.pipe, &byte, 1)
        errno = former
      }
    }
  }
}

/// A pipe that processes started by this one do not inherit.
func privatePipe() throws(Failure) -> (input: Int32, output: Int32) {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { throw .unavailable("pipe: \(String(cString: strerror(errno)))") }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}
