import Foundation

// What libFuzzer's own `main` calls ("Fuzz Target" and "Startup initialization" of its documentation).

/// The target whose laws inputs are put to.
nonisolated(unsafe) private var target = Target.events

/// Takes the target's name, which stands before libFuzzer's own arguments, from the command line. With `--seeds FOLDER`
/// behind it, the target's seeds and findings are written and that is all.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>?>>
) -> CInt {
  let given = (1..<Int(count.pointee)).compactMap { arguments.pointee[$0].map { String(cString: $0) } }
  guard let name = given.first, let named = Target(rawValue: name) else {
    print(Target.allCases.map(\.rawValue).joined(separator: "\n"))
    exit(given.isEmpty ? 0 : 64)
  }
  target = named
  if given.count == 3, given[1] == "--seeds" {
    do { try target.writeSeeds(to: given[2]) } catch { fatalError("\(error)") }
    exit(0)
  }
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
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
