// SPDX-License-Identifier: Apache-2.0

// Views, as the sample app uses them: developer.apple.com/documentation/swiftui.
@_exported public import AuthenticationServices
@_exported public import Combine
@_exported public import Foundation
@_exported public import Observation

@MainActor public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { return fatalError() } }

public protocol PrimitiveView: View where Body == Never {}
extension PrimitiveView { public var body: Never { return fatalError() } }

public struct EmptyView: PrimitiveView { public nonisolated init() {} }
// What the view builder makes outside of the main actor.
// swift-format-ignore
public struct AnyContent: PrimitiveView { nonisolated init() {} }
extension Optional: View where Wrapped: View { public var body: Never { return fatalError() } }

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { fatalError() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> AnyContent { fatalError() }
  public static func buildEither<Content: View>(first: Content) -> AnyContent { fatalError() }
  public static func buildEither<Content: View>(second: Content) -> AnyContent { fatalError() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

@MainActor public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@MainActor @resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { return fatalError() }
}

@MainActor public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App { public static func main() { fatalError() } }

@MainActor @propertyWrapper public struct State<Value> {
  public nonisolated init(wrappedValue: Value) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

@MainActor @propertyWrapper public struct StateObject<Object: ObservableObject> {
  public nonisolated init(wrappedValue: @autoclosure () -> Object) { fatalError() }
  public var wrappedValue: Object { fatalError() }
}

@MainActor @propertyWrapper public struct ObservedObject<Object: ObservableObject> {
  public nonisolated init(wrappedValue: Object) { fatalError() }
  public var wrappedValue: Object { fatalError() }
}

@MainActor @propertyWrapper public struct Binding<Value> {
  public init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
}

public struct Text: PrimitiveView { public nonisolated init(_ content: String) { fatalError() } }
public struct ProgressView: PrimitiveView { public nonisolated init() { fatalError() } }
public struct TextField: PrimitiveView {
  public nonisolated init(_ title: String, text: Binding<String>) { fatalError() }
}
public struct SecureField: PrimitiveView {
  public nonisolated init(_ title: String, text: Binding<String>) { fatalError() }
}

public struct ButtonRole: Sendable {
  public static let destructive = ButtonRole()
}

public struct Button: PrimitiveView {
  public nonisolated init(_ title: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
    fatalError()
  }
}

public struct Form<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
}

public struct Section<Content: View>: PrimitiveView {
  public nonisolated init(_ title: String, @ViewBuilder content: () -> Content) { fatalError() }
}

public struct NavigationStack<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder root: () -> Content) { fatalError() }
}

public struct List<Data: RandomAccessCollection, Row: View>: PrimitiveView {
  public nonisolated init(_ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row)
  where Data.Element: Identifiable { fatalError() }
}

public struct VStack<Content: View>: PrimitiveView {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
}

public struct SignInWithAppleButton: PrimitiveView {
  public nonisolated init(
    onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
  ) { fatalError() }
}

public struct UITextContentType: Sendable {
  public static let username = UITextContentType()
  public static let password = UITextContentType()
  public static let newPassword = UITextContentType()
  public static let oneTimeCode = UITextContentType()
}

extension View {
  public nonisolated func task(_ action: @escaping @MainActor @Sendable () async -> Void) -> some View { AnyContent() }
  public nonisolated func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> some View {
    AnyContent()
  }
  public nonisolated func onOpenURL(perform action: @escaping @MainActor (URL) -> Void) -> some View { AnyContent() }
  public nonisolated func navigationTitle(_ title: String) -> some View { AnyContent() }
  public nonisolated func disabled(_ isDisabled: Bool) -> some View { AnyContent() }
  public nonisolated func textContentType(_ type: UITextContentType?) -> some View { AnyContent() }
}
