// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Logging
import Storage

/// A function and what its process keeps between events: the policy, the messages and the database.
final class Service<F: Function> {
  let settings: Settings
  let entry: JSON
  let rule: AccessRule
  let presentation: (any Presentation)?
  /// The deadline of the current event. The database holds this object, so each event resets it instead of replacing
  /// it.
  let deadline = Deadline(in: .zero)
  private let courier: CourierMaker?
  private let page: PageMaker?
  private var loadedPolicy: Policy?
  private var loadedMessages: Messages?
  private var store: Store?

  init(courier: CourierMaker?, page: PageRendering? = nil) {
    settings = Settings()
    let ofPages = PageSettings(settings)
    presentation = F.presentation(ofPages)
    entry = Catalogue.entry(of: F.name)
    rule = AccessRule(entry)
    self.courier = courier
    self.page = page?(ofPages)
  }

  func policy() throws(Problem) -> Policy {
    if let loadedPolicy { return loadedPolicy }
    let policy = try settings.policy()
    loadedPolicy = policy
    return policy
  }

  /// The environment of the current event.
  func environment(traceparent: String?, log: Logger?) throws(Problem) -> Environment {
    let policy = try policy()
    // It was removed since the database was opened, to change the key or by mistake: the key is checked again.
    if store != nil, try settings.lacksKeyFile { close() }
    let messages = loadedMessages ?? settings.messages(wording: policy.messages)
    loadedMessages = messages
    let environment = try Environment.live(
      settings, policy: policy, store: store, messages: messages, deadline: deadline, traceparent: traceparent,
      log: log, courier: courier, page: page)
    store = environment.store
    return environment
  }

  /// Closes the database. The next event opens it again.
  func close() { store = nil }

  /// Sets the alarm of a process that answers one event.
  func armDeadline(_ reply: (Problem) -> Interruption.Reply) throws(Problem) -> Deadline {
    Interruption.prepare(reply)
    deadline.extend(to: Interruption.arm(.seconds(try settings.deadlineSeconds)))
    return deadline
  }

  /// Executes one of several events. After an unanswered event, the database is opened again.
  func outcome(of source: EventSource) -> (outcome: EventOutcome, language: LanguageTag) {
    let execution = Execution(self)
    let outcome = execution.outcome(of: source)
    if !outcome.isAnswered { close() }
    return (outcome, execution.language)
  }

  /// Ends a process that answers several events.
  func end() -> Never {
    store?.shutdown()
    _exit(0)
  }

  /// Writes the answer to the only event and ends the process.
  func shutdown(_ execution: Execution<F>, _ reply: Interruption.Reply) -> Never {
    Interruption.beginShutdown()
    let isWritten = writeStandardOutput(bytes: reply.bytes)
    if !isWritten { execution.reportUnwrittenAnswer(String(cString: strerror(errno))) }
    let status = isWritten ? reply.status : 75
    Interruption.limitShutdown(with: status)
    execution.close()
    store?.shutdown()
    _exit(status)
  }
}
