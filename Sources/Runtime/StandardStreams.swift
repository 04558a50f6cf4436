import Domain
import Glibc

/// The most that one event may take.
let maximumEventSize = 6 * 1024 * 1024

/// Puts something in the place of a standard stream that the process was started without: the next file or connection
/// would otherwise be it, and be written the answer or the log. stdin and stdout fail as they would have.
func holdStandardStreams() {
  for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
  where fcntl(stream, F_GETFD) < 0 {
    _ = open("/dev/null", mode)
  }
}

/// Reads stdin to its end.
/// - Throws: `event/too-large`, or `service/deadline` where it does not end in time.
func readStandardInput(by deadline: Deadline) throws(Problem) -> [UInt8] {
  var event: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while true {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let ready = poll(&waiting, 1, Int32(clamping: deadline.remaining.wholeMilliseconds))
    if ready == 0 { throw Problem(.deadline, "the event did not end before the deadline") }
    if ready < 0, errno == EINTR { continue }
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count == 0 { return event }
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { continue }
      throw .unavailable("the event cannot be read", cause: "stdin: \(String(cString: strerror(errno)))")
    }
    event += buffer.prefix(count)
    guard event.count <= maximumEventSize else {
      throw Problem(.eventTooLarge, "the event has more than \(maximumEventSize) bytes")
    }
  }
}

/// Writes one line to stdout.
/// - Returns: false where nobody takes it.
public func writeStandardOutput(_ line: [UInt8]) -> Bool {
  var rest = (line + [0x0A])[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR { return false }
    rest = rest.dropFirst(max(0, count))
  }
  return true
}
