// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Where the server listens: a port, or a Unix socket.
struct Listener {
  let descriptor: Int32
  /// The address of this machine in URLs, with the port; nil for a Unix socket.
  let authority: String?
  /// Whether only this machine reaches it.
  let isLocal: Bool
  /// In messages.
  let description: String

  init(socket: ListeningSocket, path: String) {
    descriptor = socket.descriptor
    authority = nil
    isLocal = true
    description = path
  }

  /// - Parameter port: 0 for a free one.
  /// - Throws: if nothing can listen there.
  init(host: String, port: Int) throws(Failure) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0, let address = found else {
      throw .unavailable("nothing can listen at \(host.printable): \(String(cString: gai_strerror(status)))")
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = Glibc.socket(address.pointee.ai_family, kind, 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard descriptor >= 0, bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
      listen(descriptor, 4096) == 0
    else {
      let reason = String(cString: strerror(errno))
      throw .unavailable("nothing can listen at \(host.printable), port \(port): \(reason)")
    }
    let bound = Self.bound(descriptor)
    let isEverywhere = ["0.0.0.0", "::"].contains(bound.address)
    let name = isEverywhere ? Self.addressOfThisMachine() ?? "127.0.0.1" : host
    let authority = "\(name.contains(":") ? "[\(name)]" : name):\(bound.port)"
    self.authority = authority
    isLocal = isLoopback(bound.address)
    description = "http://\(authority)"
  }

  /// The address that other machines of the network use; nil without a network. Nothing is sent: the route to an
  /// address for documentation (TEST-NET-1) is looked up.
  private static func addressOfThisMachine() -> String? {
    let probe = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    inet_pton(AF_INET, "192.0.2.1", &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isRouted = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(probe, $0, size) == 0 && getsockname(probe, $0, &size) == 0
      }
    }
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    guard isRouted, inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count)) != nil else { return nil }
    return Self.text(text)
  }

  /// The numeric address and the port of a socket, whatever the host was called: 0 and 0.0.0.0 are the same.
  private static func bound(_ descriptor: Int32) -> (address: String, port: String) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    withUnsafeMutableBytes(of: &storage) { bytes in
      let address = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      guard getsockname(descriptor, address, &size) == 0 else { return }
      getnameinfo(
        address, size, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
    }
    return (text(host), text(port))
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
