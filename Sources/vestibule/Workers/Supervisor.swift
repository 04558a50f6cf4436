// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Glibc

/// Starts processes when requests wait, and ends everything on SIGTERM.
struct Supervisor {
  let pools: [WorkerPool]
  /// The web server, if it is started here.
  var server: ChildProcess?
  /// Seconds.
  let grace: Int
  private var serverStatus: Int32?

  init(pools: [WorkerPool], server: ChildProcess?, grace: Int) {
    self.pools = pools
    self.server = server
    self.grace = grace
  }

  /// Runs until SIGTERM, or until the web server ends.
  /// - Returns: the exit status.
  mutating func run() throws(Failure) -> Int32 {
    while !StopSignals.haveArrived, serverStatus == nil { try step() }
    let end = ContinuousClock.now + .seconds(grace)
    // The web server answers the requests that it has accepted.
    if let server, serverStatus == nil {
      kill(server.id, SIGINT)
      while serverStatus == nil, .now < end { try step() }
      if serverStatus == nil { kill(server.id, SIGKILL) }
    }
    for pool in pools { pool.stop() }
    while pools.contains(where: { !$0.isEmpty }), .now < end {
      _ = cfastcgi_wait(nil, 0, 100)
      reap()
    }
    return StopSignals.haveArrived ? 0 : serverStatus ?? 0
  }

  /// Waits for a request, the end of a child or a signal.
  private mutating func step() throws(Failure) {
    // A pool that pauses is not waited for, but for the end of its pause.
    let open = pools.filter { $0.pause == .zero }
    let nextPause = pools.compactMap(\.pause).filter { $0 > .zero }.min()
    var waiting = open.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    let limit = nextPause.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
    let ready = cfastcgi_wait(&waiting, Int32(waiting.count), limit)
    guard ready >= 0 || errno == EINTR else {
      throw .unavailable("poll: \(String(cString: strerror(errno)))")
    }
    for (pool, socket) in zip(open, waiting) where socket.revents != 0 { pool.serve() }
    reap()
  }

  private mutating func reap() {
    while let (id, status) = ChildProcess.ended() {
      if id == server?.id {
        serverStatus = status & 0x7F == 0 ? status >> 8 : 128 + status & 0x7F
      } else {
        _ = pools.contains { $0.remove(id, status: status) }
      }
    }
  }
}
