// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Identity
import Mail
import Pages
import Runtime
import Storage

/// The checks, one after the other: each goes as far as it can without what the others found wrong.
struct Diagnosis {
  let settings: Settings
  /// How long the network may take for each question.
  let timeout: Duration

  init(_ settings: Settings, timeout: Duration) {
    self.settings = settings
    self.timeout = timeout
  }

  func findings() -> [Finding] {
    let policy: Policy
    let environment: Environment
    do throws(Problem) {
      policy = try settings.policy()
      environment = try Environment.forOperator(settings, timeout: timeout)
    } catch {
      return [.failure("configuration", error, advice: "Nothing else can be checked before this is set right.")]
    }
    let (database, isReady) = databaseFindings(environment)
    return policyFindings(policy) + variableFindings() + wordFindings(policy) + database
      + (isReady ? keyFindings(environment) + addressFindings(environment) + [proxyFinding(environment)] : [])
      + relayFindings(policy)
      + providerAndClockFindings(environment, hasTables: isReady) + (isReady ? backlogFindings(environment) : [])
  }

  /// One finding for what works or does not.
  func finding(
    _ subject: String, advice: String, _ body: () throws(Problem) -> String
  ) -> Finding {
    do throws(Problem) { return .ok(subject, try body()) } catch {
      return .failure(subject, error, advice: advice)
    }
  }

  // What is configured

  private func policyFindings(_ policy: Policy) -> [Finding] {
    let place = (try? settings["POLICY_FILE"]).flatMap { $0 } ?? "the built-in one, for POLICY_FILE is unset"
    let summary = "\(place): \(policy.app.name), \(policy.app.locales.joined(separator: ", "))"
    return [.ok("policy", summary)]
      + policy.providers.values.sorted { $0.name < $1.name }.filter(\.audiences.isEmpty).map {
        .warning(
          "policy", "\($0.name) has no audience, so that no token of it is for this app",
          advice: "Give /providers/\($0.name)/audiences the app's client ids, or take the provider away.")
      }
  }

  private func variableFindings() -> [Finding] {
    var findings = [
      finding("PUBLIC_URL", advice: "Set it to the https base of the links in mails.") { () throws(Problem) in
        try settings.publicURL()
      },
      finding("variables", advice: "Mend or unset it.") { () throws(Problem) in
        try settings.check()
        return "those of the process and its hooks can be read"
      },
    ]
    if (try? settings.flag("ALLOW_INSECURE")) ?? false {
      findings.append(
        .warning(
          "variables", "ALLOW_INSECURE=1 lets links and keys go over plain http", advice: "Unset it in production."))
    }
    return findings
  }

  private func wordFindings(_ policy: Policy) -> [Finding] {
    [
      finding("templates", advice: "`vestibule mail preview all` tells every mistake with file and line.") {
        () throws(Problem) in
        let maker = MailMaker(
          settings: settings, policy: policy, messages: settings.messages(wording: policy.messages))
        for kind in OutboxMessage.Kind.allCases {
          for locale in policy.app.locales { try maker.check(kind, locale: locale) }
        }
        try PageRenderer.check(settings, policy)
        return try settings.templatesDirectories.joined(separator: ", then ")
      }
    ]
  }

  // What has to be reached

  private func relayFindings(_ policy: Policy) -> [Finding] {
    let probes: [(relay: String, probe: RelayProbe)]
    do throws(Problem) {
      let secret = SecretKey { () throws(Problem) in throw .bug("no mail is opened here") }
      let courier = MailCourier(
        settings: settings, policy: policy, secret: secret,
        messages: settings.messages(wording: policy.messages), now: Timestamp(seconds: 0))
      probes = try courier.probes(by: Deadline(in: timeout))
    } catch {
      return [.failure("relay", error, advice: "No mail goes out until this is set right.")]
    }
    return probes.map { relay, probe in
      switch probe {
      case .answers(let words): .ok("relay", "\(relay): \(words)")
      case .refused(let words):
        .failure(
          "relay", "\(relay): \(words)",
          advice: "Check the login or key, and what it may do. (A key that may only send can be refused here.)")
      case .unreachable(let words):
        .failure(
          "relay", "\(relay): \(words)",
          advice: "Check the address and whether this machine may connect to it; mails wait in the database meanwhile.")
      }
    }
  }

  private func providerAndClockFindings(_ environment: Environment, hasTables: Bool) -> [Finding] {
    var findings: [Finding] = []
    var clocks: [(name: String, time: Timestamp)] = []
    let providers = environment.policy.providers.values.sorted { $0.name < $1.name }
    for provider in providers where !provider.audiences.isEmpty {
      do throws(Problem) {
        guard let (count, date) = try environment.identities.probe(provider) else { continue }
        findings.append(.ok("provider", "\(provider.name): \(count) keys"))
        if let date { clocks.append((provider.name, date)) }
      } catch {
        findings.append(
          .failure(
            "provider", error,
            advice: "Nobody new can sign in with \(provider.name) until it answers, or the policy names its key set."))
      }
    }
    return findings + clockFindings(clocks, environment, hasTables: hasTables)
  }

  /// What has been left lying, as `vestibule report` has it.
  private func backlogFindings(_ environment: Environment) -> [Finding] {
    do throws(Problem) {
      let report = try environment.store.read { (rows) throws(Problem) in
        try Report(of: rows, from: environment.now - .days(1), until: environment.now)
      }
      let schedules = ["mail-delay", "overdue-invitations"]
      let alerts = Bounds.parseOrExit([]).alerts(report).filter { schedules.contains($0.name) }
      return alerts.isEmpty
        ? [.ok("schedules", "nothing has been left lying")]
        : alerts.map {
          .warning("schedules", $0.message, advice: "Run deliver-mail and expire-invitations on schedule.")
        }
    } catch {
      return [.failure("schedules", error, advice: "Check the database.")]
    }
  }
}
