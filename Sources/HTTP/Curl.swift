import CCurl
import Domain

/// One libcurl handle (curl.se/libcurl/c/libcurl-easy.html). Transfers on the same handle share its connections.
public final class Curl {
  let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private let transfer = Transfer()

  /// What comes and goes in one transfer; libcurl holds a pointer to it.
  private final class Transfer {
    var received: [UInt8] = []
    var headers: [UInt8] = []
    var upload: ArraySlice<UInt8> = []
    var limit = Int.max
  }

  /// Opens libcurl on the first call.
  /// - Throws: `service/unavailable` where the library is not installed.
  public init() throws(Problem) {
    if let reason = ccurl_open() {
      throw .unavailable("libcurl cannot be opened", cause: String(cString: reason))
    }
    guard let handle = ccurl_easy_init() else { throw .unavailable("libcurl has no handle", cause: "curl_easy_init") }
    self.handle = handle
  }

  deinit {
    ccurl_easy_cleanup(handle)
    lists.forEach(ccurl_slist_free_all)
  }

  /// Forgets every option, not the connections.
  public func reset() {
    ccurl_easy_reset(handle)
    lists.forEach(ccurl_slist_free_all)
    lists = []
  }

  public func set(_ option: CURLoption, _ value: Int) { _ = ccurl_easy_setopt_long(handle, option, value) }
  public func set(_ option: CURLoption, _ value: String) { _ = ccurl_easy_setopt_string(handle, option, value) }

  /// Sets a list of lines, such as headers or recipients. None of them may hold a line break: libcurl would pass
  /// it on, and the other side would read two lines.
  public func set(_ option: CURLoption, lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      precondition(!line.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "a line break in a line")
      list = ccurl_slist_append(list, line)
    }
    guard let list else { return }
    lists.append(list)
    _ = ccurl_easy_setopt_pointer(handle, option, list)
  }

  public struct Reply {
    public let code: CURLcode
    /// The last status or reply code of the protocol; 0 where there was none.
    public let status: Int
    public let headers: [UInt8]
    public let body: [UInt8]
    /// What libcurl says of its own code.
    public var explanation: String { String(cString: ccurl_easy_strerror(code)) }
  }

  /// Runs the transfer to its end.
  /// - Parameters:
  ///   - upload: what is sent, where the options ask for an upload.
  ///   - receiving: how many bytes of an answer are taken; more of them fail the transfer.
  ///   - deadline: when it ends in any case.
  public func perform(upload: [UInt8] = [], receiving limit: Int = 1 << 20, by deadline: Deadline) -> Reply {
    prepare(upload: upload, receiving: limit, by: deadline)
    return reply(ccurl_easy_perform(handle))
  }

  /// Gets a transfer ready to run.
  func prepare(upload: [UInt8], receiving limit: Int, by deadline: Deadline) {
    transfer.received = []
    transfer.headers = []
    transfer.upload = upload[...]
    transfer.limit = limit
    let pointer = Unmanaged.passUnretained(transfer).toOpaque()
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_TIMEOUT_MS, max(1, deadline.remaining.wholeMilliseconds))
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, pointer in
      Curl.append(bytes, size * count, pointer, \.received)
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_WRITEDATA, pointer)
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, pointer in
      Curl.append(bytes, size * count, pointer, \.headers)
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_HEADERDATA, pointer)
    _ = ccurl_easy_setopt_transfer(handle, CURLOPT_READFUNCTION) { bytes, size, count, pointer in
      Curl.read(bytes, size * count, pointer)
    }
    _ = ccurl_easy_setopt_pointer(handle, CURLOPT_READDATA, pointer)
  }

  /// What a transfer that ended has brought.
  func reply(_ code: CURLcode) -> Reply {
    var status = 0
    _ = ccurl_easy_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
    return Reply(code: code, status: status, headers: transfer.headers, body: transfer.received)
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
    if count == 0 { return 0 }
    transfer.upload.withUnsafeBytes {
      UnsafeMutableRawPointer(bytes).copyMemory(from: $0.baseAddress!, byteCount: count)
    }
    transfer.upload = transfer.upload.dropFirst(count)
    return count
  }
}
