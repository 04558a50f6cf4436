// SPDX-License-Identifier: Apache-2.0

import Foundation

/// libFuzzer as a library ("Using libFuzzer as a library" of its documentation).
@_silgen_name("LLVMFuzzerRunDriver") private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CString?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private typealias CString = UnsafeMutablePointer<CChar>

/// The target whose laws inputs are put to.
nonisolated(unsafe) private var target = Target.events

/// `fuzz TARGET [ARGUMENT OF LIBFUZZER]...`, or `fuzz TARGET --seeds FOLDER` to write the target's seeds and findings
/// into a folder. By this name SwiftPM looks for the beginning of an executable; the compiler lets no target that is
/// built for libFuzzer have a `main` of Swift's.
@_cdecl("fuzz_main")
package func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
  let given = (1..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
  guard let name = given.first, let named = Target(rawValue: name) else {
    print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
    return given.isEmpty ? 0 : 64
  }
  target = named
  if given.count == 3, given[1] == "--seeds" {
    do { try target.writeSeeds(to: given[2]) } catch { fatalError("\(error)") }
    return 0
  }
  arguments[1] = arguments[0]
  var (count, rest) = (count - 1, arguments + 1)
  return runDriver(&count, &rest) { test($0, $1) }
}

private func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  do { try target.check(Array(UnsafeBufferPointer(start: data, count: size))) } catch {
    FileHandle.standardError.write(Data("\(target.rawValue): \(error)\n".utf8))
    abort()
  }
  return 0
}

extension Target {
  fileprivate func writeSeeds(to folder: String) throws {
    for (name, bytes) in try seeds() + findings() { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
  }
}
