// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A process that this one has started.
struct ChildProcess {
  let id: pid_t
  let start = ContinuousClock.now

  /// Starts a program with the variables of this process.
  /// - Parameters:
  ///   - command: the program, which is searched in `PATH`, and its arguments.
  ///   - input: the descriptor that becomes its stdin.
  init(_ command: [String], input: Int32? = nil) throws(Failure) {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    var (none, handled) = (sigset_t(), sigset_t())
    for number in [SIGTERM, SIGINT, SIGCHLD, SIGPIPE] { sigaddset(&handled, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &handled)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let failure = posix_spawnp(&id, command[0], &actions, &attributes, &arguments, environ)
    guard failure == 0 else {
      throw .unavailable("\(command[0]) cannot be started: \(String(cString: strerror(failure)))")
    }
    self.id = id
  }

  /// A child that has ended, and its wait status; nil if there is none.
  static func ended() -> (id: pid_t, status: Int32)? {
    var status: Int32 = 0
    let id = waitpid(-1, &status, WNOHANG)
    return id > 0 ? (id, status) : nil
  }
}
