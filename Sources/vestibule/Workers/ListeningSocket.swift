// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A Unix socket on which the processes of a function listen.
struct ListeningSocket {
  let descriptor: Int32

  /// Creates the socket, in place of one that an earlier process has left. Its owner and group may connect.
  init(_ path: String) throws(Failure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { throw .usage("\(path) is too long") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    unlink(path)
    let mask = umask(0o117)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    umask(mask)
    guard bound == 0, listen(descriptor, 1024) == 0 else {
      throw .unavailable("\(path) cannot be created: \(String(cString: strerror(errno)))")
    }
  }
}
