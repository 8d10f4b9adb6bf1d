// More declarations of SwiftUI, with the names, labels, defaults, isolation and string catalog keys that
// developer.apple.com/documentation/swiftui lists. All of them are in iOS 17 and macOS 14. Type parameters of a view that no
// caller writes are left out.
//
// .ci/docs and .ci/apple compile views against this and SwiftUIStub, in one module that is called SwiftUI. It is not a target,
// because its names would collide with names of the tests.

/// A program with windows.
@MainActor
public protocol App {
    associatedtype Body: Scene
    init()
    @SceneBuilder var body: Body { get }
}

extension App {
    public static func main() { fatalError("run by the system") }
}

/// The content of an app.
@MainActor
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

/// The previews of a file.
@MainActor
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

/// Puts scenes together.
@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A window.
public struct WindowGroup: Scene {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}

    public var body: Never { fatalError("drawn by the system") }
}
