// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain

/// Transfers side by side in one thread (curl.se/libcurl/c/libcurl-multi.html). Their connections are kept and shared.
public final class CurlMulti {
  private let handle: UnsafeMutableRawPointer
  private var running: [UnsafeMutableRawPointer: Curl] = [:]

  /// - Throws: `service/unavailable` where libcurl cannot be opened.
  public init() throws(Problem) {
    if let reason = ccurl_open() {
      throw .unavailable("libcurl cannot be opened", cause: String(cString: reason))
    }
    guard let handle = ccurl_multi_init() else { throw .unavailable("libcurl has no handle", cause: "curl_multi_init") }
    self.handle = handle
  }

  deinit {
    for curl in running.values { _ = ccurl_multi_remove_handle(handle, curl.handle) }
    _ = ccurl_multi_cleanup(handle)
  }

  /// Starts a transfer whose options are set. As `Curl.perform`, but it goes on while others do.
  public func start(_ curl: Curl, upload: [UInt8], receiving limit: Int = 1 << 20, by deadline: Deadline) {
    curl.prepare(upload: upload, receiving: limit, by: deadline)
    running[curl.handle] = curl
    _ = ccurl_multi_add_handle(handle, curl.handle)
  }

  /// Lets transfers go on as far as they can without waiting.
  private func goOn() {
    var count: Int32 = 0
    _ = ccurl_multi_perform(handle, &count)
  }

  /// Lets transfers go on until one ends or the time is over; with zero, as far as they can without waiting.
  /// - Returns: those that ended.
  public func wait(atMost timeout: Duration) -> [(curl: Curl, reply: Curl.Reply)] {
    goOn()
    let ended = takeEnded()
    if !ended.isEmpty || running.isEmpty || timeout <= .zero { return ended }
    _ = ccurl_multi_poll(handle, Int32(max(1, timeout.wholeMilliseconds)))
    goOn()
    return takeEnded()
  }

  private func takeEnded() -> [(curl: Curl, reply: Curl.Reply)] {
    var ended: [(Curl, Curl.Reply)] = []
    var code = CURLE_OK
    while let handle = ccurl_multi_next_ended(handle, &code) {
      guard let curl = running.removeValue(forKey: handle) else { continue }
      ended.append((curl, curl.reply(code)))
      _ = ccurl_multi_remove_handle(self.handle, handle)
    }
    return ended
  }
}
