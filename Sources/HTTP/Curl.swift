// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain

/// One libcurl handle (curl.se/libcurl/c/libcurl-easy.html). Transfers on the same handle share its connections.
package final class Curl {
  let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private let transfer = Transfer()

  /// The data of one transfer. libcurl holds a pointer to it.
  private final class Transfer {
    var received: [UInt8] = []
    var headers: [UInt8] = []
    var upload: ArraySlice<UInt8> = []
    var limit = Int.max
    /// The size of the body that `post` set.
    var bodySize = 0
    /// Whether the server has asked for the upload, and whether libcurl has read it to its end.
    var (isUploading, isUploadRead) = (false, false)
    /// When the transfer is given up if it has not begun by then.
    var beginning: Deadline?
    /// Whether only the answer is missing: the server has asked for the upload, or the whole body was sent once.
    var hasBegun = false
    /// Whether connecting may take at most half of the time.
    var connectsInHalfTheTime = false
    /// How often the request has been started.
    var begun = 0
    /// Reads each line of a header or of an SMTP reply; false stops the transfer.
    var watch: ((UnsafeRawBufferPointer) -> Bool)?
    /// Gets each line of the conversation.
    var recorder: ((_ isSent: Bool, _ line: String) -> Void)?
  }

  /// Loads libcurl on the first call.
  /// - Throws: `service/unavailable` if the library is not installed.
  package init() throws(Problem) {
    if let reason = ccurl_open() {
      throw .unavailable("libcurl cannot be loaded", cause: String(cString: reason))
    }
    guard let handle = ccurl_easy_init() else { throw .unavailable("libcurl has failed", cause: "curl_easy_init") }
    self.handle = handle
  }

  deinit {
    ccurl_easy_cleanup(handle)
    lists.forEach(ccurl_slist_free_all)
  }

  /// Resets all options. Connections are kept.
  package func reset() {
    ccurl_easy_reset(handle)
    lists.forEach(ccurl_slist_free_all)
    lists = []
    transfer.bodySize = 0
    transfer.connectsInHalfTheTime = false
    transfer.watch = nil
    transfer.recorder = nil
  }

  /// Reads each line that the server sends as a header or as a reply of SMTP.
  /// - Parameter body: returns false to stop the transfer, which then fails with CURLE_WRITE_ERROR.
  package func watch(_ body: @escaping (UnsafeRawBufferPointer) -> Bool) { transfer.watch = body }

  /// Records what is said to the server and by it, without the content of messages.
  package func record(_ body: @escaping (_ isSent: Bool, _ line: String) -> Void) {
    transfer.recorder = body
    set(CURLOPT_VERBOSE, 1)
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_DEBUGDATA, Unmanaged.passUnretained(transfer).toOpaque())
    _ = ccurl_easy_setopt_debug(handle) { _, kind, bytes, count, pointer in
      guard let pointer, let bytes, kind == CURLINFO_HEADER_IN || kind == CURLINFO_HEADER_OUT else { return 0 }
      let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      let recorder = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue().recorder
      for line in text.split(whereSeparator: \.isNewline) { recorder?(kind == CURLINFO_HEADER_OUT, String(line)) }
      return 0
    }
  }

  /// Sets an option whose value is a number.
  package func set(_ option: CURLoption, _ value: Int) { _ = ccurl_easy_setopt_long(handle, option, value) }
  /// Sets an option whose value is text. libcurl copies the text.
  package func set(_ option: CURLoption, _ value: String) { _ = ccurl_easy_setopt_string(handle, option, value) }

  /// Sets a list of lines, such as headers or recipients. A line must not contain a line break: libcurl would pass it
  /// on, and the server would read two lines.
  package func set(_ option: CURLoption, lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      precondition(!line.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "a line break in a line")
      list = ccurl_slist_append(list, line)
    }
    guard let list else { return }
    lists.append(list)
    _ = ccurl_easy_setopt_pointer(handle, option, list)
  }

  /// Restricts transfers to public addresses. The resolved address is checked, not the name.
  package func allowPublicAddressesOnly() { ccurl_easy_set_public_only(handle) }

  /// Makes the transfer a POST with that body.
  package func post(_ body: [UInt8]) {
    transfer.bodySize = body.count
    _ = ccurl_easy_setopt_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
    // A byte is appended because an empty array may have no address.
    (body + [0]).withUnsafeBytes {
      _ = ccurl_easy_setopt_pointer(handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress!))
    }
  }

  /// Sends the request at most once. Without this, libcurl repeats a request if a reused connection turns out to be
  /// closed, although the server may have received it. The transfer then fails with CURLE_ABORTED_BY_CALLBACK.
  package func sendOnlyOnce() {
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_PREREQDATA, Unmanaged.passUnretained(transfer).toOpaque())
    _ = ccurl_easy_setopt_prerequest(handle) { pointer, _, _, _, _ in
      guard let pointer else { return CURL_PREREQFUNC_ABORT }
      let transfer = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
      transfer.begun += 1
      return transfer.begun == 1 ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  /// Limits connecting to half of the transfer's time, and to 10 s.
  package func connectInHalfTheTime() { transfer.connectsInHalfTheTime = true }

  /// The result of one transfer, also of one that failed.
  package struct Reply {
    package let code: CURLcode
    /// The last status or reply code of the protocol; 0 if there was none.
    package let status: Int
    package let headers: [UInt8]
    package let body: [UInt8]
    /// Whether the whole body may have been sent.
    package let isSent: Bool
    /// Whether it was given up because it had not begun in time.
    package let isLate: Bool

    /// The value of a header in the final response. Several lines of one name are joined to a list (RFC 9110, section
    /// 5.2).
    package func header(_ name: String) -> String? {
      let lines = String(decoding: headers, as: UTF8.self).split(whereSeparator: \.isNewline)
      let start = lines.lastIndex { $0.hasPrefix("HTTP/") } ?? lines.startIndex
      let prefix = name.lowercased() + ":"
      let values = lines[start...].filter { $0.lowercased().hasPrefix(prefix) }.map {
        String($0.dropFirst(prefix.count)).trimmed
      }
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// libcurl's description of the code.
    package var explanation: String { String(cString: ccurl_easy_strerror(code)) }
  }

  /// Runs the transfer.
  /// - Parameters:
  ///   - upload: the data of an upload, if the options ask for one.
  ///   - limit: the maximum size of a response in bytes; a larger one fails the transfer.
  ///   - deadline: when the transfer is aborted.
  ///   - beginning: when it is given up if it has not begun by then: the server has not asked for the upload, or the
  ///     body that `post` set is not sent. The reply is then late.
  package func perform(
    upload: [UInt8] = [], receiving limit: Int = 1 << 20, by deadline: Deadline, beginningBy beginning: Deadline? = nil
  ) -> Reply {
    prepare(upload: upload, receiving: limit, by: deadline, beginningBy: beginning)
    return run()
  }

  /// Runs the prepared transfer.
  func run() -> Reply { reply(ccurl_easy_perform(handle)) }

  /// libcurl calls the callback once a second, and so the time for connecting is limited too.
  private func begin(by deadline: Deadline) {
    transfer.beginning = deadline
    set(CURLOPT_CONNECTTIMEOUT_MS, deadline.remaining.millisecondsRoundedUp)
    set(CURLOPT_NOPROGRESS, 0)
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(transfer).toOpaque())
    _ = ccurl_easy_setopt_progress(handle) { pointer, _, _, _, uploaded in
      guard let pointer else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
      let hasBegun = transfer.bodySize > 0 ? Int(uploaded) >= transfer.bodySize : transfer.isUploading
      if hasBegun { transfer.hasBegun = true }
      return !transfer.hasBegun && transfer.beginning?.remaining == .zero ? 1 : 0
    }
  }

  /// Sets the options that `perform` and `ConcurrentTransfers` have in common.
  func prepare(upload: [UInt8], receiving limit: Int, by deadline: Deadline, beginningBy beginning: Deadline? = nil) {
    transfer.received = []
    transfer.headers = []
    transfer.upload = upload[...]
    (transfer.isUploading, transfer.isUploadRead) = (false, upload.isEmpty)
    (transfer.beginning, transfer.hasBegun) = (nil, false)
    transfer.limit = limit
    transfer.begun = 0
    let pointer = Unmanaged.passUnretained(transfer).toOpaque()
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, deadline.remaining.millisecondsRoundedUp)
    if let beginning { begin(by: beginning) }
    if transfer.connectsInHalfTheTime {
      let time = (beginning ?? deadline).remaining.wholeMilliseconds
      set(CURLOPT_CONNECTTIMEOUT_MS, max(1, min(10_000, time / 2)))
    }
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, pointer in
      Curl.append(bytes, size * count, pointer, \.received)
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_WRITEDATA, pointer)
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, pointer in
      let length = Curl.append(bytes, size * count, pointer, \.headers)
      guard let bytes, let pointer, length > 0 else { return length }
      let watch = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue().watch
      return watch?(UnsafeRawBufferPointer(start: bytes, count: length)) ?? true ? length : 0
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_HEADERDATA, pointer)
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_READFUNCTION) { bytes, size, count, pointer in
      Curl.read(bytes, size * count, pointer)
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_READDATA, pointer)
  }

  /// The result of a transfer that ended.
  func reply(_ code: CURLcode) -> Reply {
    var status = 0
    _ = ccurl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
    var uploaded: curl_off_t = 0
    _ = ccurl_easy_getinfo_offset(handle, CURLINFO_SIZE_UPLOAD_T, &uploaded)
    let isSent = Int(uploaded) >= transfer.bodySize && transfer.isUploadRead
    let hasBegun = transfer.hasBegun || (transfer.bodySize > 0 ? isSent : transfer.isUploading)
    let isGivenUp = code == CURLE_ABORTED_BY_CALLBACK || code == CURLE_OPERATION_TIMEDOUT
    return Reply(
      code: code, status: status, headers: transfer.headers, body: transfer.received, isSent: isSent,
      isLate: isGivenUp && !hasBegun && transfer.begun <= 1 && transfer.beginning?.remaining == .zero)
  }

  private static func append(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ pointer: UnsafeMutableRawPointer?,
    _ part: ReferenceWritableKeyPath<Transfer, [UInt8]>
  ) -> Int {
    guard let bytes, let pointer else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
    guard transfer[keyPath: part].count + count <= transfer.limit else { return 0 }
    transfer[keyPath: part] += UnsafeRawBufferPointer(start: bytes, count: count)
    return count
  }

  private static func read(
    _ bytes: UnsafeMutablePointer<CChar>?, _ room: Int, _ pointer: UnsafeMutableRawPointer?
  ) -> Int {
    guard let bytes, let pointer else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
    let count = min(room, transfer.upload.count)
    transfer.isUploading = true
    if count == 0 {
      transfer.isUploadRead = true
      return 0
    }
    transfer.upload.withUnsafeBytes {
      UnsafeMutableRawPointer(bytes).copyMemory(from: $0.baseAddress!, byteCount: count)
    }
    transfer.upload = transfer.upload.dropFirst(count)
    return count
  }
}

/// The seconds since 1970 of a date in a header (RFC 9110, section 5.6.7); nil if it is invalid.
package func seconds(ofHTTPDate text: String) -> Int? {
  guard ccurl_open() == nil else { return nil }
  let seconds = ccurl_getdate(text)
  return seconds < 0 ? nil : seconds
}

extension Duration {
  /// At least 1, because 0 is no limit to libcurl. Rounded up: a transfer that ends a moment before its deadline has
  /// not used up its time, and would look like another failure.
  fileprivate var millisecondsRoundedUp: Int { wholeMilliseconds + 1 }
}
