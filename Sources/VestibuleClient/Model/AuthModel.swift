// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

#if canImport(Combine)
  public import Combine
#endif

/// Where the person is between "signed out" and "signed in", for an app's screens. It has no user interface of its own:
/// a screen shows `state`, and calls a method when the person acts.
///
/// SwiftUI observes every property: with Observation where it exists, and as an `ObservableObject` before iOS 17 and
/// macOS 14. Others read ``states``.
@MainActor public final class AuthModel {
  /// What the app shows: one screen for each case. SwiftUI observes it, and ``states`` tells others when it changes.
  public internal(set) var state: AuthState {
    get { read(\.state, of: \.state) }
    set { write(newValue, \.state, of: \.state) }
  }
  /// The text of the last failure, for the person; nil after a success.
  public internal(set) var message: String? {
    get { read(\.message, of: \.message) }
    set { write(newValue, \.message, of: \.message) }
  }
  /// The last failure; nil after a success.
  public internal(set) var failure: VestibuleError? {
    get { read(\.failure, of: \.failure) }
    set { write(newValue, \.failure, of: \.failure) }
  }
  /// Whether a call of the person is running: disable the buttons meanwhile.
  public internal(set) var isBusy: Bool {
    get { read(\.isBusy, of: \.isBusy) }
    set { write(newValue, \.isBusy, of: \.isBusy) }
  }
  /// The invitation of a link that opened the app. The person accepts it after signing in. It is kept on this device
  /// until it is accepted, dismissed (`dismissInvitation`) or has ended.
  public internal(set) var invitation: InvitationLink? {
    get { read(\.invitation, of: \.invitation) }
    set { write(newValue, \.invitation, of: \.invitation) }
  }
  /// The server's sign-in methods, rules and texts; nil until they were read for the first time. Forms are made of it.
  public internal(set) var configuration: AppConfiguration? {
    get { read(\.configuration, of: \.configuration) }
    set { write(newValue, \.configuration, of: \.configuration) }
  }

  /// When another verification mail may be requested; nil if now.
  public var resendDate: Date? {
    let pause = Double(configuration?.limits.verifyEmailPause.seconds ?? 60)
    // If the clock of this device is behind the server's, nobody waits longer than the pause.
    let dates = [mailDate.map { min($0, now()).addingTimeInterval(pause) }, refusedUntil].compactMap { $0 }
    return dates.max().flatMap { $0 > now() ? $0 : nil }
  }
  /// When the last verification mail was sent.
  var mailDate: Date?
  /// The end of the wait that the server asked for.
  var refusedUntil: Date?

  /// The session with which the app calls functions of its own: `model.session.call(_:)`.
  public let session: Session
  /// How long ``start()`` waits for the server.
  public var startLimit = Duration.seconds(4)
  let now: @Sendable () -> Date
  var isEntering = false
  /// The calls of the person that are running.
  var running = 0
  /// The keys of the person's calls.
  var keys = CallKeys()
  /// Whether the second factor that is asked for accepts the invitation.
  var isAccepting = false
  var watching: Task<Void, Never>?
  /// Whether the stored tokens could not be read.
  var isUnread = false
  /// Reads them again, with longer and longer pauses.
  var rereading: Task<Void, Never>?
  /// The first of these pauses.
  var firstPause = Duration.seconds(1)
  private let listeners = Listeners<AuthState>()

  /// The observed values.
  private struct Values {
    var state = AuthState.loading
    var message: String?
    var failure: VestibuleError?
    var isBusy = false
    var invitation: InvitationLink?
    var configuration: AppConfiguration?
  }
  private var values = Values()
  /// An `ObservationRegistrar`, where it exists.
  private let registrar: (any Sendable)?
  #if canImport(Combine)
    /// Tells SwiftUI of a change before it happens.
    public nonisolated let objectWillChange = ObservableObjectPublisher()
  #endif

  /// Creates a model, which is `loading` until ``start()``.
  /// - Parameters:
  ///   - session: keeps the person signed in.
  ///   - now: the clock.
  public init(_ session: Session, now: @escaping @Sendable () -> Date = { Date() }) {
    self.session = session
    self.now = now
    if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
      registrar = ObservationRegistrar()
    } else {
      registrar = nil
    }
  }

  deinit {
    watching?.cancel()
    rereading?.cancel()
  }

  // MARK: State

  /// Whether the person invites others, by the role of the account.
  public var isInviter: Bool { state.account.map { $0.account.role == configuration?.roles.inviter } ?? false }

  /// The states from now on, the present one first. A change of another property repeats the state. The stream ends
  /// when the model is released.
  public var states: AsyncStream<AuthState> { listeners.stream(from: state) }

  // MARK: Observation

  private func read<Value>(_ value: KeyPath<Values, Value>, of property: KeyPath<AuthModel, Value>) -> Value {
    if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) {
      (registrar as? ObservationRegistrar)?.access(self, keyPath: property)
    }
    return values[keyPath: value]
  }

  private func write<Value: Equatable>(
    _ new: Value, _ value: WritableKeyPath<Values, Value>, of property: KeyPath<AuthModel, Value>
  ) {
    guard new != values[keyPath: value] else { return }
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *), let registrar = registrar as? ObservationRegistrar {
      registrar.withMutation(of: self, keyPath: property) { values[keyPath: value] = new }
    } else {
      values[keyPath: value] = new
    }
    listeners.tell(values.state)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) extension AuthModel: Observable {}
#if canImport(Combine)
  extension AuthModel: ObservableObject {}
#endif
