// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Unix socket on which the processes of a function listen.
struct ListeningSocket {
  let descriptor: Int32

  /// Creates the socket, in place of one that an earlier process has left. Its owner and group may connect.
  ///
  /// It gets its name when it listens, so no web server that sees the file is refused.
  /// - Throws: if there is another file, or a process listens.
  init(_ path: String) throws(Failure) {
    descriptor = Self.stream()
    _ = try Self.address(ifFree: path)
    let unnamed = path + ".new"
    let address = try Self.address(ifFree: unnamed)
    unlink(unnamed)
    let mask = umask(0o117)
    let bound = Self.call(bind, descriptor, address)
    umask(mask)
    guard bound == 0, listen(descriptor, 1024) == 0, rename(unnamed, path) == 0 else {
      throw .unavailable("\(path) cannot be created: \(String(cString: strerror(errno)))")
    }
  }

  /// The address of a path at which there is nothing, or a socket on which no process listens.
  private static func address(ifFree path: String) throws(Failure) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .usage("\(path) is too long") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    var status = stat()
    guard lstat(path, &status) == 0 else { return address }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .misconfigured("\(path) exists and is not a socket") }
    let client = stream()
    defer { close(client) }
    guard call(connect, client, address) != 0, errno == ECONNREFUSED else {
      throw .unavailable("another process listens on \(path)")
    }
    return address
  }

  private static func stream() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
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
