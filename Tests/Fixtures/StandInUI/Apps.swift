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
