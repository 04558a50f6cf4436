// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain

/// Concurrent transfers in one thread (curl.se/libcurl/c/libcurl-multi.html). Connections are kept and shared.
package final class CurlMulti {
  private let handle: UnsafeMutableRawPointer
  private var running: [UnsafeMutableRawPointer: Curl] = [:]

  /// - Throws: `service/unavailable` if libcurl cannot be loaded.
  package init() throws(Problem) {
    if let reason = ccurl_open() {
      throw .unavailable("libcurl cannot be loaded", cause: String(cString: reason))
    }
    guard let handle = ccurl_multi_init() else { throw .unavailable("libcurl has failed", cause: "curl_multi_init") }
    self.handle = handle
  }

  deinit {
    for curl in running.values { _ = ccurl_multi_remove_handle(handle, curl.handle) }
    _ = ccurl_multi_cleanup(handle)
  }

  /// Starts a transfer whose options are set. Like `Curl.perform`, but it returns at once.
  package func start(_ curl: Curl, upload: [UInt8], receiving limit: Int = 1 << 20, by deadline: Deadline) {
    curl.prepare(upload: upload, receiving: limit, by: deadline)
    running[curl.handle] = curl
    _ = ccurl_multi_add_handle(handle, curl.handle)
  }

  /// Continues the transfers as far as possible without waiting.
  private func perform() {
    var count: Int32 = 0
    _ = ccurl_multi_perform(handle, &count)
  }

  /// Continues the transfers until one ends or the timeout expires. A timeout of zero does not wait.
  /// - Returns: the transfers that ended.
  package func wait(atMost timeout: Duration) -> [(curl: Curl, reply: Curl.Reply)] {
    perform()
    let ended = takeEnded()
    if !ended.isEmpty || running.isEmpty || timeout <= .zero { return ended }
    _ = ccurl_multi_poll(handle, Int32(max(1, timeout.wholeMilliseconds)))
    perform()
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
