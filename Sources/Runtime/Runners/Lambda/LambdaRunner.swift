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
    _ = try environment(traceparent: nil, log: nil)
    _ = try settings.logger(context: [:])
    _ = try settings.deadlineSeconds
    _ = try settings.flag("EXIT_ON_ERROR")
    _ = try settings.flag("SQS_FAIL_REFUSED")
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
    func outcome(discardsAnswer: Bool = false, _ envelope: @escaping () throws(Problem) -> Envelope) -> EventOutcome {
      let source = EventSource(
        context: ["requestId": .string(invocation.id)], discardsAnswer: discardsAnswer, deadline: { self.deadline },
        envelope: { _ throws(Problem) in try envelope() })
      return self.outcome(of: source).outcome
    }
    let json = try? JSON(parsing: invocation.payload)
    switch LambdaEvent(json ?? .null, receivesMailEvents: entry["trigger"]?["invokedBy"] != nil) {
    case .request(let gateway, let request):
      return .answer(gateway.json(response(to: request, attributes, invocation)))
    case .otherRequest:
      let problem = Problem(.unsupportedMediaType, "requests should come from API Gateway or a load balancer")
      return .answer([
        "statusCode": JSON(problem.code.status), "body": .string(EventOutcome(interruption: problem).answer.json.text),
      ])
    case .messages(let messages):
      let failsRefused = (try? settings.flag("SQS_FAIL_REFUSED")) ?? false
      let failed = messages.filter { message in
        let outcome = outcome(discardsAnswer: true) { () throws(Problem) in
          try Envelope(message: message, attributes: attributes)
        }
        guard outcome.isAnswered, outcome.error?.isRetryable != true else { return true }
        // For a queue whose owner wants refused messages in its dead-letter queue.
        return failsRefused && outcome.error != nil
      }
      let items = failed.map { JSON.object(["itemIdentifier": $0["messageId"]]) }
      return .answer(["batchItemFailures": .array(items)])
    case .mailEvents(let records): return reply(to: records, attributes, invocation)
    case .otherRecords:
      // Lambda repeats a failed invocation and then reports it. The answer to one would be discarded.
      return .failure(
        type: ErrorCode.unsupportedMediaType.rawValue,
        message: "records should be messages of SQS, or for on-mail-event of SNS")
    case .scheduled(let event):
      return reply(outcome { () throws(Problem) in try Envelope(scheduled: event, attributes: attributes) })
    case .own:
      return reply(
        outcome { () throws(Problem) in
          try Envelope(try JSON(event: invocation.payload), attributes: attributes)
        })
    }
  }

  /// Lambda discards the answer, and repeats a failed invocation.
  private func reply(
    to records: [MailEventRecord], _ attributes: JSON, _ invocation: RuntimeAPI.Invocation
  ) -> RuntimeAPI.Reply {
    var answers: [RuntimeAPI.Reply] = []
    for record in records {
      let source = EventSource(
        context: ["requestId": .string(invocation.id)], discardsAnswer: true, deadline: { self.deadline },
        envelope: { _ throws(Problem) in
          let topics = try self.settings.secrets("SES_TOPIC_ARN")
          if let topic = record.topic, !topics.isEmpty, !topics.contains(topic) {
            throw Problem(.unauthenticated, "the message is from a topic that is not in SES_TOPIC_ARN")
          }
          return try record.envelope(attributes)
        })
      let outcome = outcome(of: source).outcome
      answers.append(reply(outcome))
    }
    for case .failure(let type, let message) in answers { return .failure(type: type, message: message) }
    return answers.last ?? .answer([:])
  }

  private func reply(_ outcome: EventOutcome) -> RuntimeAPI.Reply {
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
