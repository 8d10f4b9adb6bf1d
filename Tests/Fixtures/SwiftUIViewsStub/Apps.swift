// More declarations of SwiftUI that view files use, in the shapes of developer.apple.com/documentation/swiftui for iOS 17:
// names, labels, order, defaults, closure parameters, and the texts that are keys of a string catalog. Type parameters of a
// view are left out if no caller writes them.
//
// Views are compiled with this file and StandInUI in one module with the name SwiftUI. It is not a target, because its names
// would conflict with those of the tests.

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
public protocol Scene {}

/// Puts scenes together.
@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A window.
public struct WindowGroup: Scene {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
}
