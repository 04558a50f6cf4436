// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Glibc

/// Starts processes when requests wait, and ends everything on SIGTERM.
struct Supervisor {
  let pools: [WorkerPool]
  /// The web server, if it is started here.
  var server: ChildProcess?
  /// The command that sends mails whenever some are due; nil if there is none.
  let watcher: [String]?
  private var watching: ChildProcess?
  /// When the command that ended is started again.
  private var nextWatch = ContinuousClock.now
  /// The maximum number of processes of all pools that are limited.
  let total: Int
  /// Seconds.
  let grace: Int
  private var serverStatus: Int32?
  /// The pause before the command that sends mails is started again.
  private static let restartPause = Duration.seconds(5)

  init(pools: [WorkerPool], server: ChildProcess?, watcher: [String]?, total: Int, grace: Int) {
    self.pools = pools
    self.server = server
    self.watcher = watcher
    self.total = total
    self.grace = grace
  }

  /// Runs until SIGTERM, or until the web server ends.
  /// - Returns: the exit status.
  mutating func run() throws(Failure) -> Int32 {
    // No child is left behind, no matter what happens here.
    defer { killAll() }
    while !StopSignals.haveArrived, serverStatus == nil {
      startWatcher()
      try step()
    }
    let end = ContinuousClock.now + .seconds(grace)
    if let watching { kill(watching.id, SIGTERM) }
    // The web server answers the requests that it has accepted.
    if let server, serverStatus == nil {
      kill(server.id, SIGINT)
      while serverStatus == nil, .now < end { try step(until: end) }
    }
    for pool in pools { pool.stop() }
    while watching != nil || pools.contains(where: { $0.count > 0 }), .now < end {
      _ = cfastcgi_wait(nil, 0, 100)
      reap()
    }
    return StopSignals.haveArrived ? 0 : serverStatus ?? 0
  }

  private func killAll() {
    if let server, serverStatus == nil { kill(server.id, SIGKILL) }
    for pool in pools { pool.stop(SIGKILL) }
    if let watching { kill(watching.id, SIGKILL) }
  }

  /// Starts the command that sends mails, unless it runs or has just ended.
  private mutating func startWatcher() {
    guard let watcher, watching == nil, .now >= nextWatch else { return }
    do throws(Failure) { watching = try ChildProcess(watcher) } catch {
      writeStandardError("vestibule: \(error.message)\n")
      nextWatch = .now + Self.restartPause
    }
  }

  /// Waits for a request, the end of a child, a signal, or `end`.
  private mutating func step(until end: ContinuousClock.Instant? = nil) throws(Failure) {
    // A pool that pauses is not waited for, but for the end of its pause. Each pause is read once: if it ended between
    // two readings, nothing would wait for the pool.
    let pauses = pools.map(\.pause)
    let open = zip(pools, pauses).filter { $1 == .zero }.map(\.0)
    let remaining = end.map { max(.zero, $0 - .now) }
    let restart = watcher != nil && watching == nil ? max(.zero, nextWatch - .now) : nil
    let nextPause = (pauses.compactMap(\.self).filter { $0 > .zero } + [remaining, restart].compactMap(\.self)).min()
    var waiting = open.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    let limit = nextPause.map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
    let ready = cfastcgi_wait(&waiting, Int32(waiting.count), limit)
    guard ready >= 0 || errno == EINTR else {
      throw .unavailable("poll: \(String(cString: strerror(errno)))")
    }
    for (pool, socket) in zip(open, waiting) where socket.revents != 0 {
      pool.serve { !pool.isLimited || makeRoom(for: pool) }
    }
    reap()
  }

  /// Whether another process may be started. If there are too many, one of another pool is ended after its request: of
  /// the pool whose last request is the oldest. A pool with requests that wait has to give one only to a pool without
  /// processes.
  private func makeRoom(for pool: WorkerPool) -> Bool {
    let limited = pools.filter(\.isLimited)
    guard limited.reduce(0, { $0 + $1.count }) >= total else { return true }
    // A process that is ending already makes room.
    guard limited.reduce(0, { $0 + $1.lasting }) >= total else { return false }
    let others = limited.filter { $0 !== pool && $0.lasting > 0 }
    let idle = others.filter { !$0.hasRequest }.min { $0.lastRequest < $1.lastRequest }
    (idle ?? (pool.count == 0 ? others.max { $0.lasting < $1.lasting } : nil))?.endOne()
    return false
  }

  private mutating func reap() {
    while let (id, status) = ChildProcess.ended() {
      if id == watching?.id {
        watching = nil
        nextWatch = .now + Self.restartPause
      } else if id == server?.id {
        serverStatus = status & 0x7F == 0 ? status >> 8 : 128 + status & 0x7F
      } else {
        _ = pools.contains { $0.remove(id, status: status) }
      }
    }
  }
}
