// More of what view files take from SwiftUI, in the shapes that developer.apple.com/documentation/swiftui gives for iOS 17:
// names, labels, order, defaults, what a closure gets, which texts are keys of a string catalog. What a view is made of, its
// type parameters, is left out where no caller writes them.
//
// Views are compiled with this beside StandInUI, in one module that is called SwiftUI; it is no target, because its names
// would meet those of the tests.

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

/// What an app shows.
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
