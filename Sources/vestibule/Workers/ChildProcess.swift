// SPDX-License-Identifier: Apache-2.0

import CSpawn
import Glibc

/// A process that this one has started.
struct ChildProcess {
  let id: pid_t
  let start = ContinuousClock.now

  /// Starts a program with the variables of this process, and none of its files but stdin, stdout and stderr.
  /// - Parameters:
  ///   - command: the program, which is searched in `PATH`, and its arguments.
  ///   - input: the descriptor that becomes its stdin.
  ///   - variables: those that it gets in addition.
  ///   - isQuiet: whether its stdout goes nowhere.
  ///   - isOwnGroup: whether Ctrl-C in a terminal is not for it.
  init(
    _ command: [String], input: Int32? = nil, adding variables: [String: String] = [:], isQuiet: Bool = false,
    isOwnGroup: Bool = false
  ) throws(Failure) {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    if isQuiet { posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) }
    // Connections of clients are not closed by exec: SwiftNIO accepts them without CLOEXEC.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var (none, handled) = (sigset_t(), sigset_t())
    for number in [SIGTERM, SIGINT, SIGCHLD, SIGPIPE] { sigaddset(&handled, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &handled)
    let group = isOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group))
    var arguments = command.map { strdup($0) } + [nil]
    var environment = Self.environment(adding: variables).map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var id: pid_t = 0
    let failure = posix_spawnp(&id, command[0], &actions, &attributes, &arguments, &environment)
    guard failure == 0 else {
      throw .unavailable("\(command[0]) cannot be started: \(String(cString: strerror(failure)))")
    }
    self.id = id
  }

  /// The variables of this process, and others that replace those of the same name.
  private static func environment(adding variables: [String: String]) -> [String] {
    var entries: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      let text = String(cString: variable)
      if variables[String(text.prefix { $0 != "=" })] == nil { entries.append(text) }
      entry += 1
    }
    return entries + variables.map { "\($0)=\($1)" }
  }

  /// A child that has ended, and its wait status; nil if there is none.
  static func ended() -> (id: pid_t, status: Int32)? {
    var status: Int32 = 0
    let id = waitpid(-1, &status, WNOHANG)
    return id > 0 ? (id, status) : nil
  }

  /// The number of the signal that has ended a process with a status (`wait(2)`); nil if it has ended by itself.
  static func signal(in status: Int32) -> Int32? {
    let number = status & 0x7F
    return number == 0 ? nil : number
  }
}
