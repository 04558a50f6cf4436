// SPDX-License-Identifier: Apache-2.0

import CFastCGI
import Configuration
import Domain
import Glibc

/// The socket of a FastCGI process on file descriptor 0, and the connections that web servers keep.
///
/// Several processes may listen on the socket. Each executes one request at a time, whichever connection it comes from.
final class FastCGIConnections {
  private static let listener: Int32 = 0
  /// More than web servers keep for one process.
  private static let maximum = 64

  private var kept: [Int32] = []
  private let idleTime: Duration?

  /// - Parameter idleTime: the time without a request after which the process ends; nil for any time.
  /// - Throws: `service/misconfigured` if file descriptor 0 is not a socket that listens, or without the library.
  init(idleTime: Duration?) throws(Problem) {
    self.idleTime = idleTime
    var listens: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(Self.listener, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else {
      throw .misconfigured("RUNNER", "fastcgi needs a listening socket on file descriptor 0, which a web server opens")
    }
    if let failure = cfastcgi_open() {
      throw .misconfigured("libfcgi", "cannot be loaded (Debian: libfcgi0ldbl): \(String(cString: failure))")
    }
    // Another process may accept the connection first.
    _ = fcntl(Self.listener, F_SETFL, fcntl(Self.listener, F_GETFL) | O_NONBLOCK)
    signal(SIGUSR1) { _ in _exit(0) }
    // These signals are delivered only while the process waits, so that a request that has begun is answered.
    var stops = Self.stops
    sigprocmask(SIG_BLOCK, &stops, nil)
  }

  private static var stops: sigset_t {
    var signals = sigset_t()
    for signal in [SIGTERM, SIGINT, SIGUSR1] { sigaddset(&signals, signal) }
    return signals
  }

  /// Waits for a connection with a request. Nil if the process should end.
  func next() throws(Problem) -> Int32? {
    while true {
      var waiting = ([Self.listener] + kept).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let limit = idleTime.map { Int32(clamping: $0.wholeMilliseconds) } ?? -1
      let ready = cfastcgi_wait(&waiting, Int32(waiting.count), limit)
      if ready == 0 { return nil }
      if ready < 0 {
        guard errno == EINTR else { throw Self.failure("poll") }
        continue
      }
      // Connections that are kept come first: a request on the socket can be taken by another process.
      if let place = waiting.dropFirst().firstIndex(where: { $0.revents != 0 }) { return kept.remove(at: place - 1) }
      if let connection = try accepted() { return connection }
    }
  }

  private func accepted() throws(Problem) -> Int32? {
    let connection = cfastcgi_accept(Self.listener)
    if connection >= 0 { return connection }
    guard [EAGAIN, EINTR, ECONNABORTED, EPROTO].contains(errno) else { throw Self.failure("accept") }
    return nil
  }

  /// Keeps a connection for further requests, or closes it.
  func release(_ connection: Int32, keeps: Bool) {
    guard keeps else {
      close(connection)
      return
    }
    if kept.count == Self.maximum { close(kept.removeFirst()) }
    kept.append(connection)
  }

  private static func failure(_ name: String) -> Problem {
    .unavailable("requests cannot be accepted", cause: "\(name): \(String(cString: strerror(errno)))")
  }
}
