// SPDX-License-Identifier: Apache-2.0

// Not compiled on Linux, where the kit is built and tested.
#if canImport(Combine)
  public import Combine

  /// An ``AuthModel`` for SwiftUI.
  @MainActor public final class ObservableAuthModel: ObservableObject {
    /// The model, whose methods a screen calls.
    public let model: AuthModel
    /// The state of the model.
    @Published public private(set) var state: AuthState
    private var following: Task<Void, Never>?

    /// Observes a model.
    public init(_ model: AuthModel) {
      self.model = model
      state = model.state
      following = Task { [weak self] in
        for await state in model.states { self?.state = state }
      }
    }

    deinit { following?.cancel() }
  }
#endif
