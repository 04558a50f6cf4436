// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import NIOCore
import NIOPosix

/// The processes of all functions, which answer requests. All of this runs on one event loop.
final class Workers {
  let limits: WorkerLimits
  private let loop: any EventLoop
  private var pools: [String: WorkerPoolOfFunction] = [:]
  private var sockets: String
  private var started = 0

  init(_ limits: WorkerLimits, on loop: any EventLoop) throws(Failure) {
    self.limits = limits
    self.loop = loop
    sockets = try Self.socketFolder()
  }

  /// A folder that only this user can enter. Sockets have a name in it for a moment.
  private static func socketFolder() throws(Failure) -> String {
    let given = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // A socket's path has at most 107 bytes.
    for place in [given, "/tmp", "/run", "."] where place.utf8.count < 70 {
      var path = "\(place)/vestibule-serve.XXXXXX".utf8CString
      if path.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) != nil {
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    throw .unavailable("no folder for sockets can be created in \(given)")
  }

  /// The folder, or a new one if it is gone: programs that tidy /tmp remove a folder that is empty for days.
  private func socketFolder() throws(Failure) -> String {
    var status = stat()
    let isOwn = lstat(sockets, &status) == 0 && status.st_mode == S_IFDIR | 0o700 && status.st_uid == geteuid()
    if !isOwn { sockets = try Self.socketFolder() }
    return sockets
  }

  func add(_ name: String, command: [String], isLimited: Bool = true) {
    pools[name] = WorkerPoolOfFunction(
      name, command: command, maximum: isLimited ? limits.ofFunction : 1, isLimited: isLimited, in: self)
  }

  func has(_ function: String) -> Bool { pools[function] != nil }

  func execute(_ request: PendingRequest, by function: String) { pools[function]?.execute(request) }

  var isBusy: Bool { pools.values.contains(where: \.isBusy) }
  private var count: Int { pools.values.reduce(0) { $0 + ($1.isLimited ? $1.workers.count : 0) } }
  var isEmpty: Bool { pools.values.allSatisfy(\.workers.isEmpty) }

  // MARK: Room

  /// Whether another process may be started. If there are too many, the one that has been idle for the longest time
  /// ends first. A process that is ending already makes room.
  func makeRoom(for pool: WorkerPoolOfFunction) -> Bool {
    guard count >= limits.total else { return true }
    let lasting = pools.values.reduce(0) { $0 + ($1.isLimited ? $1.workers.count { !$0.isEnding } : 0) }
    guard lasting >= limits.total else { return false }
    let idle = pools.values.filter { $0 !== pool && $0.isLimited && $0.idleSince != nil }
    _ = idle.min { $0.idleSince! < $1.idleSince! }?.endIdle()
    return false
  }

  /// Whether a process ends although it could go on, because another function has requests and no process.
  func mustGiveRoom(_ pool: WorkerPoolOfFunction) -> Bool {
    pool.isLimited && count >= limits.total && pools.values.contains { $0 !== pool && $0.isLimited && $0.isStarving }
  }

  // MARK: Processes

  func start(_ pool: WorkerPoolOfFunction) throws(Failure) -> Worker {
    started += 1
    let path = "\(try socketFolder())/\(started)"
    let listener = try ListeningSocket(path)
    defer { close(listener.descriptor) }
    let variables = ["RUNNER": "fastcgi", "FASTCGI_IDLE_SECONDS": String(limits.idle.nanoseconds / 1_000_000_000 + 60)]
    let process = try ChildProcess(pool.command, input: listener.descriptor, adding: variables, isOwnGroup: true)
    let worker = Worker(process, of: pool)
    let handler = NIOLoopBound(worker, eventLoop: loop)
    ClientBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
      }
      .connect(unixDomainSocketPath: path).assumeIsolated().whenComplete { result in
        unlink(path)
        if case .failure = result { worker.fail() }
      }
    return worker
  }

  /// Removes a process that has ended; false if it is none of these.
  func remove(_ id: pid_t, status: Int32) -> Bool {
    guard pools.values.contains(where: { $0.remove(id, status: status) }) else { return false }
    advance()
    return true
  }

  private func advance() { for pool in pools.values { pool.advance() } }

  func advance(after time: TimeAmount) {
    loop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.advance() }
  }

  /// Once a second.
  func tidy() { for pool in pools.values { pool.tidy(limits) } }

  func renew() { for pool in pools.values { pool.renew() } }

  /// The folder of the sockets is empty, unless a process has just been started.
  func removeFolder() { rmdir(sockets) }

  func killAll() { for pool in pools.values { pool.killAll() } }
}
