// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Functions
import Identity
import Pages
import Runtime
import Storage

/// All checks of `vestibule doctor`. A check is omitted only if it needs something that another check found broken.
struct Diagnosis {
  let settings: Settings
  /// The time limit of each network request.
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
      environment = try Environment.forOperator(settings, needsKey: false, timeout: timeout)
    } catch {
      return [.failure("configuration", error, advice: "Correct this first: nothing else can be checked.")]
    }
    let (database, isReady) = databaseFindings()
    let services =
      relayFindings(policy, environment) + deliveryFindings(policy, environment)
      + clientSecretFindings(policy) + botCheckFindings(policy) + pushFindings(policy)
      + appleFindings(policy)
    return policyFindings(policy) + appLinkFindings(policy) + corsFindings(policy) + variableFindings()
      + publicURLFindings() + pageFindings(environment) + folderFindings() + templateFindings(policy) + [
        libraryFinding()
      ] + database
      + keyFindings(environment, hasTables: isReady)
      + (isReady
        ? addressFindings(environment) + roleFindings(environment) + [proxyFinding(environment)]
          + noticeFindings(environment) : [])
      + services
      + providerAndClockFindings(environment, hasTables: isReady) + (isReady ? backlogFindings(environment) : [])
  }

  /// The finding of one check: `ok` with the returned message, or a failure.
  func finding(
    _ subject: String, advice: String, _ body: () throws(Problem) -> String
  ) -> Finding {
    do throws(Problem) { return .ok(subject, try body()) } catch {
      return .failure(subject, error, advice: advice)
    }
  }

  // Configuration

  private func policyFindings(_ policy: Policy) -> [Finding] {
    let place = (try? settings["POLICY_FILE"]).flatMap { $0 } ?? "the built-in policy (POLICY_FILE is unset)"
    let summary = "\(place): \(policy.app.name), \(policy.app.locales.joined(separator: ", "))"
    return [.ok("policy", summary)]
      + policy.providers.values.sorted { $0.name < $1.name }.filter(\.audiences.isEmpty).map {
        .warning(
          "policy", "\($0.name) has no audiences, so its tokens are refused",
          advice: "Set /providers/\($0.name)/audiences to the app's client ids, or remove the provider.")
      } + openSignUpFindings(policy)
  }

  /// Warns of an app in which everybody becomes an inviter.
  private func openSignUpFindings(_ policy: Policy) -> [Finding] {
    let inviter = policy.roles.inviter
    guard policy.roles.signUp.contains(inviter), policy.email.allowedDomains == nil else { return [] }
    return [
      .warning(
        "policy", "strangers become inviters: /roles/signUp has the role \"\(inviter)\"",
        advice: "If only people whom you know should invite, remove the role there, and create their accounts with"
          + " `vestibule account create`.")
    ]
  }

  private func variableFindings() -> [Finding] {
    var findings = [
      finding("PUBLIC_URL", advice: "Set it to the https URL with which links in mails start.") { () throws(Problem) in
        try settings.publicURL()
      },
      finding("variables", advice: "Correct or unset the variable.") { () throws(Problem) in
        try settings.check()
        return "process and webhook variables are valid"
      },
    ]
    if (try? settings.flag("ALLOW_INSECURE")) ?? false {
      findings.append(
        .warning(
          "variables", "ALLOW_INSECURE=1 allows plain http for links and keys", advice: "Unset it in production."))
    }
    return findings
  }

  private func templateFindings(_ policy: Policy) -> [Finding] {
    [
      finding("templates", advice: "`vestibule mail preview all` lists all errors with file and line.") {
        () throws(Problem) in
        let folders = try settings.templatesDirectories
        let messages = settings.messages(wording: policy.messages)
        for locale in policy.app.locales { try messages.check(LanguageTag(locale)) }
        let renderer = MailRenderer(settings: RenderingSettings(settings), policy: policy, messages: messages)
        for kind in OutboxMessage.Kind.allCases {
          for locale in policy.app.locales { try renderer.check(kind, locale: locale) }
        }
        try PageTemplates.checkAll(settings, policy)
        return folders.joined(separator: ", then ")
      }
    ]
  }

  private func pushFindings(_ policy: Policy) -> [Finding] {
    if policy.push == nil { return [] }
    return [
      finding("push", advice: "Correct this: until then push messages wait, for at most a day.") { () throws(Problem) in
        let services = try courier(policy).checkPush()
        return services.isEmpty ? "the policy names no service" : services.joined(separator: ", ")
      }
    ]
  }

  func courier(_ policy: Policy) -> LiveCourier {
    let secret = SecretKey { () throws(Problem) in throw .bug("no mail is decrypted here") }
    return LiveCourier(
      settings: settings, policy: policy, secret: secret,
      messages: settings.messages(wording: policy.messages), now: Timestamp(seconds: 0))
  }

  // Network

  private func relayFindings(_ policy: Policy, _ environment: Environment) -> [Finding] {
    let probes: [(relay: String, probe: RelayProbe)]
    do throws(Problem) {
      probes = try courier(policy).probes(by: Deadline(in: timeout), tokens: ServiceTokens(environment))
    } catch {
      return [.failure("relay", error, advice: "Correct this: until then no mail is sent.")]
    }
    return probes.map { relay, probe in
      switch probe {
      case .answers(let text): .ok("relay", "\(relay): \(text)")
      case .refused(let reason):
        .failure(
          "relay", "\(relay): \(reason)",
          advice: "Check the login or key and its permissions. (A key that may only send mail can be refused here.)")
      case .unreachable(let reason):
        .failure(
          "relay", "\(relay): \(reason)",
          advice: "Check the address, and whether this machine can connect to it. Mails wait in the database meanwhile."
        )
      }
    }
  }

  private func providerAndClockFindings(_ environment: Environment, hasTables: Bool) -> [Finding] {
    var findings: [Finding] = []
    var clocks: [(name: String, time: Timestamp)] = []
    let providers = environment.policy.providers.values.sorted { $0.name < $1.name }
    for provider in providers where provider.isEnabled {
      do throws(Problem) {
        guard let (count, date) = try environment.authentication.idTokens.probe(provider) else { continue }
        findings.append(.ok("provider", "\(provider.name): \(count) keys"))
        if let date { clocks.append((provider.name, date)) }
      } catch {
        findings.append(
          .failure(
            "provider", error,
            advice: "Sign-ins with \(provider.name) need its keys: check the network, or put the key set in the policy."
          ))
      }
    }
    return findings + clockFindings(clocks, environment, hasTables: hasTables)
  }

  /// Checks for overdue work with the numbers of `vestibule report`.
  private func backlogFindings(_ environment: Environment) -> [Finding] {
    do throws(Problem) {
      let report = try environment.store.read { (transaction) throws(Problem) in
        try Report(of: transaction, from: environment.now - .days(1), until: environment.now)
      }
      let relays = report.relays.map { relay in
        Finding.warning(
          "relay", "mails wait since \(relay.since?.rfc3339 ?? ""): \(relay.reason ?? relay.name)",
          advice: "Correct the cause; then `vestibule mail requeue --state queued` sends them at once.")
      }
      let schedules = ["mail-delay", "overdue-invitations"]
      let alerts = Bounds().alerts(report).filter { schedules.contains($0.name) }
      return relays
        + (alerts.isEmpty
          ? [.ok("schedules", "no work is overdue")]
          : alerts.map {
            .warning("schedules", $0.message, advice: "Run deliver-mail and expire-invitations on a schedule.")
          })
    } catch {
      return [.failure("schedules", error, advice: "Check the database.")]
    }
  }
}
