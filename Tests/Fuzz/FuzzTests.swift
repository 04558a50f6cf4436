import Testing

@testable import Domain
@testable import Runtime

// One after the other: the laws keep what they have read of files.
@Suite("What strangers send", .serialized) struct FuzzTests {
  @Test("The laws hold of every seed and of everything that was found", arguments: Target.allCases)
  func replay(_ target: Target) throws {
    let inputs = try target.seeds() + target.findings()
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      do { try target.check(bytes) } catch { Issue.record("\(target.rawValue)/\(name): \(error)") }
    }
  }

  @Test func `every function is put to the laws`() throws {
    let named = try Repository.json("functions.json")["functions"]?.members?.pairs.map(\.name) ?? []
    #expect(EventLaws.functions.keys.sorted() == named.sorted())
  }
}
