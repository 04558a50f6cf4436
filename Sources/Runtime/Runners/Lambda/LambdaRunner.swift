// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Logging

extension Service {
  /// Answers events of AWS Lambda, one after the other. Policy, database and libraries are kept between events.
  func runOnLambda() -> Never {
    let api: RuntimeAPI
    do throws(Problem) { api = try RuntimeAPI(settings) } catch { runOnStdin(refusing: error) }
    do throws(Problem) { try checkConfiguration() } catch {
      try? api.failInitialisation(error)
      runOnStdin(refusing: error)
    }
    // Writes no answer: Lambda notices that the process has ended and starts another one.
    Interruption.prepare { _ in ([], 75) }
    do throws(Problem) { try answer(LambdaQueue(service: self, api: api)) } catch { runOnStdin(refusing: error) }
  }

  /// Checks the configuration that every event needs.
  private func checkConfiguration() throws(Problem) {
    _ = try environment(traceparent: nil)
    _ = try settings.logger(context: [:])
    _ = try settings.deadlineSeconds
    _ = try settings.flag("EXIT_ON_ERROR")
    _ = try TrustedProxies(settings)
    for name in (entry["needs"]?.array ?? []).compactMap(\.string) where try settings[name] == nil {
      throw .misconfigured(name, "is unset")
    }
  }
}

/// The invocations of a function.
private struct LambdaQueue<F: Function>: EventQueue {
  let service: Service<F>
  let api: RuntimeAPI

  func next() throws(Problem) -> RuntimeAPI.Invocation? { try api.next() }

  func time(for invocation: RuntimeAPI.Invocation) throws(Problem) -> Duration {
    let left = Timestamp(milliseconds: invocation.deadline) - currentTime()
    guard try service.settings["DEADLINE_SECONDS"] != nil else { return left }
    return min(left, .seconds(try service.settings.deadlineSeconds))
  }

  func answer(_ invocation: RuntimeAPI.Invocation) throws(Problem) -> Bool {
    let reply = service.answer(invocation)
    Interruption.disarm()
    try api.reply(reply, to: invocation)
    return true
  }
}

extension Service {
  fileprivate func answer(_ invocation: RuntimeAPI.Invocation) -> RuntimeAPI.Reply {
    let traceparent = invocation.traceHeader.flatMap(traceparent(ofTraceHeader:))
    let attributes: JSON = .object(["traceparent": traceparent.map(JSON.string)])
    func outcome(_ envelope: @escaping () throws(Problem) -> Envelope) -> Outcome {
      let source = EventSource(
        context: ["requestId": .string(invocation.id)], deadline: { self.deadline },
        envelope: { _ throws(Problem) in try envelope() })
      return self.outcome(of: source).outcome
    }
    let json = try? JSON(parsing: invocation.payload)
    switch LambdaEvent(json ?? .null) {
    case .request(let request):
      return .answer(response(to: request, attributes, invocation).lambda)
    case .otherRequest:
      let problem = Problem(.unsupportedMediaType, "requests should come in payload format 2.0")
      return .answer([
        "statusCode": JSON(problem.code.status), "body": .string(Outcome(interruption: problem).answer.json.text),
      ])
    case .messages(let messages):
      let failed = messages.filter { message in
        let outcome = outcome { () throws(Problem) in try Envelope(message: message, attributes: attributes) }
        let isRetryable = outcome.error?.code.isRetryable == true
        if outcome.isAnswered, !isRetryable { reportRefusal(outcome, of: message, invocation) }
        return !outcome.isAnswered || isRetryable
      }
      let items = failed.map { JSON.object(["itemIdentifier": $0["messageId"]]) }
      return .answer(["batchItemFailures": .array(items)])
    case .otherRecords:
      // Lambda repeats a failed invocation and then reports it. The answer to one would be discarded.
      return .failure(
        type: ErrorCode.unsupportedMediaType.rawValue, message: "records should be messages of SQS (aws:sqs)")
    case .scheduled(let event):
      return reply(outcome { () throws(Problem) in try Envelope(scheduled: event, attributes: attributes) })
    case .own:
      return reply(
        outcome { () throws(Problem) in
          try Envelope(try JSON(event: invocation.payload), attributes: attributes)
        })
    }
  }

  /// Logs the refusal, because Lambda discards the answers to the messages of a queue.
  private func reportRefusal(_ outcome: Outcome, of message: JSON, _ invocation: RuntimeAPI.Invocation) {
    guard let error = outcome.error else { return }
    let context: JSON = .object([
      "function": .string(F.name), "requestId": .string(invocation.id), "eventId": message["messageId"],
    ])
    let log = try? settings.logger(context: context)
    log?.warning("refused: \(error.code.rawValue): \(error.detail)")
  }

  private func reply(_ outcome: Outcome) -> RuntimeAPI.Reply {
    // Cognito expects that the invocation fails for a refusal.
    let answer = outcome.answer.json
    if let type = answer["errorType"]?.string, let message = answer["errorMessage"]?.string {
      return .failure(type: type, message: message)
    }
    guard !outcome.isAnswered, let error = outcome.error else { return .answer(answer) }
    return .failure(type: error.code.rawValue, message: error.detail)
  }

  private func response(
    to request: HTTPRequest, _ attributes: JSON, _ invocation: RuntimeAPI.Invocation
  ) -> HTTPResponse {
    let exchange = HTTPExchange(request, self)
    if let preflight = exchange.preflight { return preflight }
    var source = exchange.source(attributes: attributes) { self.deadline }
    source.context = ["requestId": .string(invocation.id)]
    let (outcome, language) = outcome(of: source)
    return exchange.response(to: outcome, language: language)
  }
}
