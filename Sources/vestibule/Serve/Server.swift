// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Accepts connections, gives their requests to the functions, and ends with everything that it has started.
///
/// All of it runs on one event loop, in the main thread: nothing here computes for long, and nothing needs a lock.
final class Server {
  private let listener: Listener
  private let router: Router
  private let limits: WorkerLimits
  private var maximumConnections: Int
  private let grace: TimeAmount
  private let development: Development?
  private let document: OpenAPIDocument?
  private let schedules: Schedules?
  /// Sets the variables of files that have come into the folder of the data.
  private let readSettings: () -> Void
  /// Refuses settings with which no function works.
  private let requireSettings: () throws(Problem) -> Void
  private var workers: Workers?
  private var loop: (any EventLoop)?
  private var accepting: (any Channel)?
  private var connections: [ObjectIdentifier: HTTPConnection] = [:]
  let bodies = BodyMemory()
  /// When everything has to have ended; nil before SIGTERM.
  private var end: NIODeadline?

  var isEnding: Bool { end != nil }

  init(
    listener: Listener, router: Router, limits: WorkerLimits, maximumConnections: Int, grace: TimeAmount,
    development: Development?, runsSchedules: Bool, readSettings: @escaping () -> Void,
    requireSettings: @escaping () throws(Problem) -> Void
  ) {
    self.listener = listener
    self.router = router
    self.limits = limits
    self.maximumConnections = maximumConnections
    self.grace = grace
    self.development = development
    (self.readSettings, self.requireSettings) = (readSettings, requireSettings)
    document = OpenAPIDocument(near: router.folder)
    schedules = runsSchedules ? Schedules(router) : nil
  }

  // MARK: Start

  /// Serves until a signal ends the process.
  func run() throws(Failure) {
    limitConnections()
    MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
      do throws(Failure) { try self.start(on: loop) } catch {
        writeStandardError("vestibule: \(error.message)\n")
        Glibc.exit(error.status)
      }
    }
  }

  private func start(on loop: any EventLoop) throws(Failure) {
    self.loop = loop
    let workers = try Workers(limits, on: loop)
    for function in router.functions { workers.add(function.name, command: ["\(router.folder)/\(function.name)"]) }
    workers.add(Self.readiness, command: ["/proc/self/exe", "ready", "--fastcgi"], isLimited: false)
    self.workers = workers
    try ServerSignals.start(on: loop) { [weak self] in self?.receive($0) }
    let bound = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in bound.value.tidy() }
    accept(on: loop, bound)
    schedules?.tidy()
    try printLine(development?.greeting ?? "\(listener.description) serves the functions of \(router.folder).")
  }

  private func accept(on loop: any EventLoop, _ bound: NIOLoopBound<Server>) {
    ServerBootstrap(group: loop)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let decoder = HTTPRequestDecoder(limitConfiguration: ConnectionLimits.ofDecoder)
          try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(decoder), HTTPServerPipelineHandler(),
            HTTPConnection(bound.value),
          ])
        }
      }
      .withBoundSocket(listener.descriptor).assumeIsolated().whenComplete { result in
        switch result {
        case .success(let channel): bound.value.accepting = channel
        case .failure(let error):
          writeStandardError("vestibule: \(error)\n")
          Glibc.exit(75)
        }
      }
  }

  // MARK: Connections

  /// Lowers the maximum of connections to what the limit of open files allows, which is raised as far as it may be.
  /// Two files for each process, such as its connection, and those of the event loops stay free.
  private func limitConnections() {
    let others = 2 * limits.total + 64
    let possible = max(1, allowedOpenFiles(maximumConnections + others) - others)
    guard possible < maximumConnections else { return }
    writeStandardError(
      "vestibule: the limit of open files allows \(possible) connections instead of \(maximumConnections)\n")
    maximumConnections = possible
  }

  func opened(_ connection: HTTPConnection) {
    if connections.count >= maximumConnections, !closeOldest() { return connection.close() }
    connections[ObjectIdentifier(connection)] = connection
  }

  /// Makes room for another client: closes the connection that has been without a request for the longest time, or else
  /// the one whose client has been silent for the longest time in a request or an answer. False if all are waiting for
  /// functions.
  private func closeOldest() -> Bool {
    let slow = connections.values.filter { $0.deadline != nil }
    let waiting = slow.filter(\.isWaiting).min { $0.deadline! < $1.deadline! }
    guard let oldest = waiting ?? slow.min(by: { $0.heardAt < $1.heardAt }) else { return false }
    connections[ObjectIdentifier(oldest)] = nil
    oldest.close()
    return true
  }

  func closed(_ connection: HTTPConnection) {
    connections[ObjectIdentifier(connection)] = nil
    endIfDone()
  }

  /// Once a second.
  private func tidy() {
    for connection in connections.values {
      if let deadline = connection.deadline, deadline <= .now() { connection.close() }
    }
    workers?.tidy()
    schedules?.tidy()
    endIfDone()
  }

  // MARK: Requests

  private static let readiness = "readyz"

  /// - Parameters:
  ///   - isWanted: whether the client still waits.
  ///   - answer: called once, later.
  func answer(_ request: WebRequest, isWanted: @escaping () -> Bool, _ answer: @escaping (WebAnswer) -> Void) {
    if let own = ownAnswer(to: request) {
      loop?.assumeIsolated().execute { answer(own) }
      return
    }
    let isProbe = request.path == "/readyz"
    let headers = request.headers
    let found = isProbe ? (name: Self.readiness, path: request.path) : router.function(for: request)
    let function = found?.name ?? router.otherwise
    guard let workers, workers.has(function) else {
      loop?.assumeIsolated().execute {
        answer(WebAnswer(Problem(.notFound, "there is no function at this path"), to: headers))
      }
      return
    }
    // A request to an unknown path has no query for the function that answers it.
    let message = FastCGIMessage.request(
      request, path: found?.path ?? "/\(function)", query: found == nil ? "" : request.query)
    let (development, path) = (self.development, request.path)
    let pending = PendingRequest(
      message, memory: request.memory, isRepeatable: isProbe || router.mayRepeat(request, by: function),
      isWanted: isWanted
    ) { given in
      let made =
        given
        ?? WebAnswer(Problem(.unavailable, "the process that had the request has ended, or none was free"), to: headers)
      answer(development?.withBar(made, at: path) ?? made)
    }
    workers.execute(pending, by: function)
  }

  /// What is answered without a process.
  private func ownAnswer(to request: WebRequest) -> WebAnswer? {
    let isRead = [.GET, .HEAD].contains(request.method)
    switch request.path {
    case "/healthz" where isRead: return WebAnswer(type: "text/plain; charset=utf-8", "ok\n")
    case "/openapi.json" where isRead: return document?.answer
    default: return development?.answer(to: request) ?? router.redirection(of: request)
    }
  }

  func note(_ request: RequestLine, _ status: Int, _ start: NIODeadline) {
    development?.note(request, status, after: .now() - start)
  }

  // MARK: End

  private func receive(_ number: Int32) {
    switch number {
    case SIGCHLD: reap()
    case SIGHUP: renew()
    default: isEnding ? endNow() : beginToEnd()
    }
  }

  /// Replaces the processes, unless the new ones could not work.
  private func renew() {
    readSettings()
    development?.renew()
    do throws(Problem) { try requireSettings() } catch {
      writeStandardError("vestibule: the processes are not replaced: \(Failure(error).message)\n")
      return
    }
    schedules?.renew()
    workers?.renew()
  }

  private func reap() {
    while let (id, status) = ChildProcess.ended() {
      if workers?.remove(id, status: status) != true { _ = schedules?.remove(id) }
    }
    endIfDone()
  }

  /// Accepts no further connections, and closes those without a request.
  private func beginToEnd() {
    end = .now() + grace
    accepting?.close(promise: nil)
    if listener.authority == nil { unlink(listener.description) }
    schedules?.end()
    for connection in connections.values {
      connection.hurry()
      connection.channel?.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    endIfDone()
  }

  /// Ends the processes when all requests have been answered, and this process when they have ended.
  private func endIfDone() {
    guard let end, let workers else { return }
    if .now() > end { endNow() }
    guard connections.isEmpty, !workers.isBusy else { return }
    workers.renew()
    if workers.isEmpty, schedules?.isEmpty ?? true { exit() }
  }

  private func exit() -> Never {
    workers?.removeFolder()
    Glibc.exit(0)
  }

  private func endNow() {
    workers?.killAll()
    schedules?.killAll()
    exit()
  }
}

/// Raises the limit of open files to a number, as far as it may be raised.
/// - Returns: at most that number.
private func allowedOpenFiles(_ count: Int) -> Int {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
  let allowed = min(rlim_t(count), limit.rlim_max)
  if limit.rlim_cur < allowed {
    limit.rlim_cur = allowed
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
  return Int(allowed)
}
