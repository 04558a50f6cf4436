/// Runs asynchronous work to its end on the calling thread.
///
/// JWTKit's keys are an actor, and an event has nothing else to do while it waits for them. No other thread is
/// started, which saves their cost and leaves the process single-threaded.
final class RunLoop: TaskExecutor, @unchecked Sendable {
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  static func wait<Value: Sendable>(
    for work: @escaping @Sendable () async throws -> Value
  ) -> Result<Value, any Error> {
    let loop = RunLoop()
    let outcome = Outcome<Value>()
    Task(executorPreference: loop) {
      do { outcome.result = .success(try await work()) } catch { outcome.result = .failure(error) }
    }
    while true {
      if let result = outcome.result { return result }
      precondition(!loop.jobs.isEmpty, "the work waits for something that no job of its own will bring")
      loop.jobs.removeFirst().runSynchronously(on: loop.asUnownedTaskExecutor())
    }
  }

  private final class Outcome<Value>: @unchecked Sendable { var result: Result<Value, any Error>? }
}
