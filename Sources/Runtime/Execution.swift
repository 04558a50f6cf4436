// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Identity
import Logging
import Storage

/// The execution of one event, from its source to its outcome.
final class Execution<F: Function> {
  private let service: Service<F>
  private var settings: Settings { service.settings }
  // Set step by step. The answer and the log of an error use what is set by then.
  private(set) var language = LanguageTag("en")
  private var device = BrowserDevice.unknown
  private var policy: Policy?
  private var data: JSON = [:]
  private var context: JSON = ["function": .string(F.name)]
  private var log: Logger?
  private var environment: Environment?
  private var untrustedProxy: UntrustedProxy?
  private var refusedPage: RefusedPage?
  private var startedAt: ContinuousClock.Instant?

  init(_ service: Service<F>) { self.service = service }

  /// Executes the event. What it throws becomes an answer here.
  func outcome(of source: EventSource) -> EventOutcome {
    var refusalStatus: Int32 = 0
    do throws(Problem) {
      // For shell scripts, which check only the exit status.
      refusalStatus = try settings.flag("EXIT_ON_ERROR") ? 65 : 0
      let result = try result(of: source)
      rememberNotices()
      return outcome(.success(result), exitStatus: 0)
    } catch {
      report(error)
      if error.isRefusal {
        if source.discardsAnswer, !error.isRetryable {
          let detail: JSON = [
            "function": .string(F.name), "code": .string(error.code.rawValue), "reason": .string(error.detail),
          ]
          PendingNotices.add(.refusedMessage, detail)
        }
        rememberNotices()
      }
      return outcome(.failure(errorAnswer(error)), exitStatus: error.isRefusal ? refusalStatus : error.code.exitStatus)
    }
  }

  private func outcome(_ result: FunctionResult, exitStatus: Int32) -> EventOutcome {
    let answer = platformResponse(result)
    // If the page could not be rendered, the event counts as unanswered: its repetition renders the page.
    let isUnanswered = exitStatus == 0 && answer.page?.isRendered == false
    return EventOutcome(
      answer: answer, error: result.error, exitStatus: isUnanswered ? ErrorCode.unavailable.exitStatus : exitStatus)
  }

  /// The answer in the format that the sender expects. A browser gets a page.
  private func platformResponse(_ result: FunctionResult) -> PlatformResponse {
    guard let presentation = service.presentation else { return F.platformResponse(result, to: data) }
    let reader = PageReader(language, on: device)
    if let page = presentation.page(result, refusedPage, to: data, policy, for: reader) {
      return PlatformResponse(page)
    }
    var answer = PlatformResponse(result)
    answer.isReadByProgram = true
    return answer
  }

  /// Closes connections after the answer is written.
  func close() { environment = nil }

  /// - Throws: a refusal, which may be a stored one, or the reason why there is no answer.
  private func result(of source: EventSource) throws(Problem) -> JSON {
    let (envelope, policy) = try envelope(of: source)
    try service.presentation?.check(policy, language)
    let data = EventData<F>(envelope.data, (service.rule, Catalogue.schema(service.entry["event"] ?? [:])))
    do throws(Problem) {
      try data.requireValid(AccountFieldRules(policy: policy, isCommonPassword: settings.isCommonPassword))
    } catch {
      noteInvalid(error, envelope)
      throw error
    }
    let event = try F.event(from: data.fields)
    let environment = try service.environment(traceparent: envelope.traceparent, log: log)
    self.environment = environment
    switch try admitted(envelope, data, environment) {
    case .remembered(let result): return result
    case .call(let call): return try answer(event, call, environment)
    }
  }

  /// Reads the envelope, in the language of its sender.
  private func envelope(of source: EventSource) throws(Problem) -> (Envelope, Policy) {
    context = context.merging(source.context)
    let deadline = try source.deadline()
    if service.presentation != nil {
      // In case the policy, which names the app's languages, cannot be read.
      language = LanguageTag.best(for: source.acceptLanguage, among: LanguageTag.included)
    }
    let policy = try service.policy()
    language = LanguageTag.best(for: source.acceptLanguage, among: policy.app.locales)
    self.policy = policy
    let envelope = try source.envelope(deadline)
    data = envelope.data
    if service.presentation != nil { device = BrowserDevice(envelope.browser, userAgent: envelope.userAgent) }
    if service.rule.access != .schedule { startedAt = .now }
    untrustedProxy = envelope.untrustedProxy
    language = LanguageTag.best(for: envelope.acceptLanguage, among: policy.app.locales)
    context = context.merging(
      .object(["eventId": envelope.id.map(JSON.string), "traceId": envelope.traceID.map(JSON.string)]))
    log = try settings.logger(context: context)
    return (envelope, policy)
  }

  /// What an event is to the function: answered before, or a call.
  private enum Admitted {
    case remembered(JSON)
    case call(Call)
  }

  /// Finds the caller, whether the event was answered before, and whether a person has sent it.
  private func admitted(
    _ envelope: Envelope, _ data: EventData<F>, _ environment: Environment
  ) throws(Problem) -> Admitted {
    let method = environment.policy.known(F.method(in: data.fields))
    let caller: Caller?
    var refused: Caller?
    do throws(Problem) {
      caller = try environment.caller(
        data.access, of: F.name, token: envelope.bearerToken,
        acceptsReplacedToken: F.memory(of: data.fields) == .ofReplacedToken
      ) { refused = $0 }
    } catch {
      let call = self.call(envelope, refused, method, event: nil)
      if let remembered = try environment.rememberedAnswer(
        of: F.self, data.json, source: envelope.source, id: envelope.id, token: envelope.bearerToken, call)
      {
        return .remembered(remembered)
      }
      if refused != nil { try environment.auditRefusal(error, of: call) }
      throw error
    }
    let key = try environment.eventKey(
      for: F.self, data.json, source: envelope.source, id: envelope.id,
      caller: caller.map { ($0.account.id, $0.session?.id, $0.credential.key?.id) },
      isPage: service.presentation != nil,
      isForm: envelope.httpMethod == "POST")
    var call = self.call(envelope, caller, method, event: key)
    call.setChecks(from: data)
    call.isAuthenticatedByPlatform = envelope.isAuthenticatedByPlatform
    if caller?.hasReplacedToken == true {
      guard let remembered = try environment.rememberedResult(&call) else { throw .tokenReplaced }
      return .remembered(remembered)
    }
    if call.key != nil || service.rule.access == .anyone && data.access.access == .anyone { call.count = CallCount() }
    return try requirePersonUnlessRemembered(&call, envelope.botToken, environment).map(Admitted.remembered)
      ?? .call(call)
  }

  private func answer(_ event: F.Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.answeringOnce(call, isPage: service.presentation != nil) { (call) throws(Problem) in
      let answer: Answer<F.Output>
      do throws(Problem) {
        try environment.requireNamedTeam(call)
        answer = try F.answer(event, call, environment)
        if case .answered(let output, _) = answer, let page = output.refusedPage {
          refusedPage = page
          throw page.problem
        }
      } catch {
        if error.isRefusal { try environment.countUndecided(call) }
        throw error
      }
      try environment.countUndecided(call)
      log?.debug("answered")
      return answer
    }
  }

  /// Checks for bots if the policy asks for it. An event that is remembered is not checked again, because a token is
  /// accepted once.
  /// - Returns: the remembered result; nil if the event is new.
  private func requirePersonUnlessRemembered(
    _ call: inout Call, _ token: String?, _ environment: Environment
  ) throws(Problem) -> JSON? {
    guard environment.policy.botCheck(of: F.name) != nil else { return nil }
    if let remembered = try environment.rememberedResult(&call) { return remembered }
    do throws(Problem) {
      try environment.requirePerson(token, F.name, environment)
      return nil
    } catch {
      guard error.code == .botSuspected else { throw error }
      // The same event may have been answered with this token in the meantime.
      if let remembered = try environment.rememberedResult(&call) { return remembered }
      try environment.auditRefusal(error, of: call)
      throw error
    }
  }

  private func call(
    _ envelope: Envelope, _ caller: Caller?, _ method: SignInMethod?, event: (EventKey, [UInt8])?
  ) -> Call {
    var origin = Origin()
    (origin.address, origin.country) = (envelope.clientAddress, envelope.clientCountry)
    (origin.gatewayHidesClient, origin.userAgent) = (envelope.gatewayHidesClient, envelope.userAgent)
    (origin.traceID, origin.httpMethod, origin.browser) = (envelope.traceID, envelope.httpMethod, envelope.browser)
    origin.startedAt = startedAt
    var call = Call(function: F.name, caller: caller, method: method, event: event, origin: origin, language: language)
    call.teamID = Fields(data).namedTeamID
    call.token = envelope.bearerToken
    call.device = (try? Fields(data).optionalDevice("device")) ?? caller?.session?.device
    return call
  }

  /// Notes a sign-up whose data are invalid, so that the report's error rates contain it: one row for each client and
  /// window. The note may be lost.
  private func noteInvalid(_ problem: Problem, _ envelope: Envelope) {
    guard F.admissionChecksFields, service.rule.access == .anyone, problem.isRefusal, envelope.clientAddress != nil,
      let environment = try? service.environment(traceparent: envelope.traceparent, log: log)
    else { return }
    self.environment = environment
    var call = self.call(envelope, nil, nil, event: nil)
    call.count = CallCount()
    environment.noteRefusal(problem, of: call)
  }

  private func rememberNotices() {
    PendingNotices.store(environment, settings)
    guard let untrustedProxy, let environment else { return }
    untrustedProxy.remember(environment, settings)
  }

  /// Logs why nobody gets the answer.
  func reportUnwrittenAnswer(_ reason: String) {
    report(.unavailable("the answer cannot be written", cause: "stdout: \(reason)"))
  }

  private func report(_ problem: Problem) {
    let logger = log ?? (try? settings.logger(context: context))
    let cause: Logger.Metadata = problem.cause.map { ["cause": "\($0)"] } ?? [:]
    logger?.log(
      level: problem.isRefusal ? .debug : .error, "\(problem.code.rawValue): \(problem.detail)", metadata: cause)
  }

  /// The answer to a problem. It has a generic message if the messages cannot be read.
  private func errorAnswer(_ problem: Problem) -> ErrorResult {
    if let answered = ErrorResult(answered: problem) { return answered }
    let messages = settings.messages(wording: policy?.messages ?? [:])
    let generic = "Something went wrong on our side. Please try again later."
    let message = (try? messages.text(of: problem, language)) ?? generic
    let fields = problem.fields.map { (try? messages.text(of: $0, language)) ?? generic }
    return ErrorResult(problem, userMessage: message, fieldMessages: fields)
  }
}
