// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Unix socket on which the processes of a function listen.
struct ListeningSocket {
  let descriptor: Int32

  /// Creates the socket, in place of one that an earlier process has left. Its owner and group may connect.
  /// - Throws: if there is another file, or a process listens.
  init(_ path: String) throws(Failure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .usage("\(path) is too long") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    try Self.removeAbandoned(path, address)
    let mask = umask(0o117)
    let bound = Self.call(bind, descriptor, address)
    umask(mask)
    guard bound == 0, listen(descriptor, 1024) == 0 else {
      throw .unavailable("\(path) cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  /// Removes a socket on which no process listens.
  private static func removeAbandoned(_ path: String, _ address: sockaddr_un) throws(Failure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .misconfigured("\(path) exists and is not a socket") }
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(client) }
    guard call(connect, client, address) != 0, errno == ECONNREFUSED else {
      throw .unavailable("another process listens on \(path)")
    }
    unlink(path)
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32, _ descriptor: Int32, _ address: sockaddr_un
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
