import Domain
import Functions
import Glibc
import Identity
import Logging
import Storage

/// The `main` of a function's executable: one event on stdin, one result on stdout.
/// - Parameter courier: makes the courier, in those that send mail.
public func run<F: Function>(_ function: F.Type, courier: CourierMaker? = nil) -> Never {
  if CommandLine.arguments.count > 1 { answerFlag(F.name) }
  var outcome = Execution(F.self, courier: courier).outcome()
  Interruption.disarm()
  let isTaken = writeStandardOutput(outcome.answer.line)
  let status = isTaken ? outcome.status : 75
  Interruption.leave(with: status)
  outcome.environment = nil
  _exit(status)
}

private struct Outcome {
  var answer: JSON
  var status: Int32
  /// Holds connections, which are let go of in good order once the answer is out.
  var environment: Environment?
}

/// One event from stdin to its answer.
private struct Execution<F: Function> {
  private let settings = Settings()
  private let courier: CourierMaker?

  init(_ function: F.Type, courier: CourierMaker?) { self.courier = courier }

  /// The one place where an error becomes an answer.
  func outcome() -> Outcome {
    let messages = settings.messages()
    var language = LanguageTag("en")
    var log: Logger?
    var environment: Environment?
    var refusalStatus: Int32 = 0
    do throws(Problem) {
      // EXIT_ON_ERROR=1 is for shells, which see only the status.
      refusalStatus = try settings.flag("EXIT_ON_ERROR") ? 65 : 0
      let deadline = try armDeadline()
      let answer = try answer(by: deadline, messages, &language, &log, &environment)
      let isRefusal = answer["error"] != nil
      return Outcome(answer: answer, status: isRefusal ? refusalStatus : 0, environment: environment)
    } catch {
      let status = error.code.exitStatus
      let level: Logger.Level = status == 0 ? .debug : .error
      let logger = log ?? (try? settings.logger(context: ["function": .string(F.name)]))
      logger?.log(
        level: level, "\(error.code.rawValue): \(error.detail)", metadata: error.cause.map { ["cause": "\($0)"] } ?? [:]
      )
      let ended = status == 0 ? refusalStatus : status
      return Outcome(answer: json(error, messages, language), status: ended, environment: environment)
    }
  }

  /// The deadline that work is held to, a little before the one that the alarm is set to.
  private func armDeadline() throws(Problem) -> Deadline {
    Interruption.prepare()
    let allowed = Duration.seconds(try settings.deadlineSeconds)
    let margin = min(allowed / 10, .milliseconds(300))
    Interruption.arm(deadline: allowed - margin)
    return Deadline(in: allowed - margin - min(allowed / 20, .milliseconds(100)))
  }

  private func answer(
    by deadline: Deadline, _ messages: Messages, _ language: inout LanguageTag, _ log: inout Logger?,
    _ environment: inout Environment?
  ) throws(Problem) -> JSON {
    let entry = Catalogue.entry(of: F.name)
    let policy = try settings.policy()
    language = LanguageTag.best(for: nil, among: policy.app.locales)
    let envelope = try Envelope(try readStandardInput(by: deadline))
    language = LanguageTag.best(for: envelope.acceptLanguage, among: policy.app.locales)
    let logger = try settings.logger(context: context(of: envelope))
    log = logger

    let (data, fields) = Catalogue.schema(entry["event"] ?? [:]).normalise(envelope.data)
    guard fields.isEmpty else { throw .invalid(fields) }
    let event = try F.event(from: Fields(data))
    let live = try Environment.live(
      settings, policy: policy, messages: messages, deadline: deadline, traceparent: envelope.traceparent,
      courier: courier)
    environment = live
    let caller = try live.caller(access: entry["access"]?.string ?? "", token: envelope.bearerToken)
    let call = Call(
      function: F.name, caller: caller, event: try identity(of: envelope, data, caller, live.secret),
      clientAddress: envelope.clientAddress, userAgent: envelope.userAgent, traceID: envelope.traceID,
      language: language)
    if let remembered = try live.rememberedAnswer(call) {
      logger.debug("answered as before")
      return remembered
    }
    let answer = try F.answer(event, call, live)
    logger.debug("answered")
    return answer
  }

  private func context(of envelope: Envelope) -> JSON {
    .object([
      "function": JSON(F.name), "eventId": envelope.id.map(JSON.string), "traceId": envelope.traceID.map(JSON.string),
    ])
  }

  private func identity(
    of envelope: Envelope, _ data: JSON, _ caller: Account?, _ secret: SecretKey
  ) throws(Problem) -> (EventKey, String)? {
    guard let id = envelope.id, let source = envelope.source else { return nil }
    let key = EventKey(function: F.name, caller: caller?.id ?? "", source: source, id: id)
    return (key, try secret.fingerprint(data.canonicalLine, for: .eventFingerprints))
  }

  /// An answer is owed even where the messages cannot be read.
  private func json(_ problem: Problem, _ messages: Messages, _ language: LanguageTag) -> JSON {
    let generic = "Something went wrong on our side. Please try again later."
    let message = (try? messages.text(of: problem, language)) ?? generic
    let fields = problem.fields.map { (try? messages.text(of: $0, language)) ?? generic }
    return ["error": problem.json(userMessage: message, fieldMessages: fields)]
  }
}

/// Answers `--help`, `--version` and `--schema`.
private func answerFlag(_ name: String) -> Never {
  let entry = Catalogue.entry(of: name)
  func end(_ text: String, _ status: Int32 = 0) -> Never {
    _ = writeStandardOutput(Array(text.utf8))
    exit(status)
  }
  switch CommandLine.arguments[1] {
  case "--version": end("\(name) \(vestibuleVersion)")
  case "--schema": end(Catalogue.schemas(of: name).text)
  case "--help", "-h":
    let variables = (entry["variables"]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    end(
      """
      \(name): \(entry["summary"]?.string ?? "")

      Reads one JSON event on stdin and writes one JSON result on stdout.
      Access: \(entry["access"]?.string ?? ""). Variables: \(variables).

        echo '\(entry["example"]?.text ?? "{}")' | \(name)

      --help     this text
      --version  the release
      --schema   the JSON Schema of event and result
      """)
  default:
    let problem = Problem(.misconfigured, "arguments: only --help, --version and --schema are known")
    let answer: JSON = ["error": problem.json(userMessage: "This service is not set up correctly.", fieldMessages: [])]
    end(answer.text, problem.code.exitStatus)
  }
}
