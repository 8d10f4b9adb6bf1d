// More of what view files take from SwiftUI. The pages' views are compiled with this beside StandInUI, in one module that is
// called SwiftUI; it is no target, because its names would meet those of the tests.

/// A program with windows.
@MainActor
public protocol App {
    associatedtype Body: Scene
    init()
    var body: Body { get }
}

extension App {
    public static func main() { fatalError("run by the system") }
}

/// What an app shows.
@MainActor
public protocol Scene {}

/// A window.
public struct WindowGroup: Scene {
    public init<Content: View>(@ViewBuilder content: () -> Content) {}
}
