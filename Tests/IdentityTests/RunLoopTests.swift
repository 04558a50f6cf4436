import Foundation
import Testing

@testable import Identity

@Suite("The run loop") struct RunLoopTests {
  private struct Trouble: Error, Equatable { let number: Int }

  private actor Counter {
    private(set) var count = 0
    private(set) var threads: Set<UInt> = []

    func add() {
      count += 1
      threads.insert(thread())
    }
  }

  @Test func `a value is given back`() throws {
    #expect(try RunLoop.wait { 42 }.get() == 42)
    #expect(try RunLoop.wait { "text" }.get() == "text")
  }

  @Test func `an error is passed on as it is`() {
    let outcome = RunLoop.wait { () async throws -> Int in
      await Task.yield()
      throw Trouble(number: 7)
    }
    #expect(throws: Trouble(number: 7)) { try outcome.get() }
  }

  @Test func `all of the work runs on the thread that waits, actors and child tasks included`() throws {
    let here = thread()
    let threads = try RunLoop.wait { () async throws -> Set<UInt> in
      var threads: Set<UInt> = [thread()]
      let counter = Counter()
      for _ in 0..<20 {
        await counter.add()
        await Task.yield()
        threads.insert(thread())
      }
      async let child = thread()
      threads.insert(await child)
      let group = await withTaskGroup(of: UInt.self) { group in
        for _ in 0..<10 {
          group.addTask {
            await Task.yield()
            return thread()
          }
        }
        return await group.reduce(into: Set<UInt>()) { $0.insert($1) }
      }
      #expect(await counter.count == 20)
      return await threads.union(group).union(counter.threads)
    }.get()
    #expect(threads == [here])
  }

  @Test func `no other thread is started by waiting on a thread that has nothing to do with tasks`() throws {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Thread {
      let here = thread()
      let result = RunLoop.wait { () async throws -> UInt in
        let counter = Counter()
        await counter.add()
        return thread()
      }
      outcome.isSame = (try? result.get()) == here
      done.signal()
    }.start()
    done.wait()
    #expect(outcome.isSame)
  }

  @Test func `one wait may stand in another`() throws {
    let outcome = RunLoop.wait { try RunLoop.wait { 1 }.get() + RunLoop.wait { 2 }.get() }
    #expect(try outcome.get() == 3)
  }

  @Test func `a thousand waits are a thousand answers`() throws {
    for number in 0..<1000 {
      let answer = RunLoop.wait {
        await Task.yield()
        return number
      }
      #expect(try answer.get() == number)
    }
  }

  private final class Outcome: @unchecked Sendable { var isSame = false }
}

private func thread() -> UInt { UInt(pthread_self()) }
