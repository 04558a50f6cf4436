// SPDX-License-Identifier: Apache-2.0

/// The memory of the bodies of all requests that are being read, wait for a process, or are executed.
final class BodyMemory {
  private var bytes = 0

  /// The part of one request. It is free again when nothing refers to it, so a body counts as long as it is kept,
  /// also after its client has gone.
  final class Share {
    private let memory: BodyMemory
    private var bytes = 0

    init(of memory: BodyMemory) { self.memory = memory }

    /// False if there is no room for so many bytes.
    func grow(to count: Int) -> Bool {
      guard memory.bytes + count - bytes <= ConnectionLimits.bodies else { return false }
      memory.bytes += count - bytes
      bytes = count
      return true
    }

    deinit { memory.bytes -= bytes }
  }
}
