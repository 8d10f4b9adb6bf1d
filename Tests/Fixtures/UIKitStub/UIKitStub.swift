// The declarations of UIKit that the guides use, in the shapes of developer.apple.com/documentation/uikit for iOS 18: names,
// labels, defaults, and main-actor isolation. It is not a target; .ci/docs compiles it as a module with the name UIKit.

@_exported public import Foundation

@MainActor
open class UIResponder {
    public init() {}
}

// MARK: - The app

/// A running app.
@MainActor
public final class UIApplication: UIResponder {
    public static let shared = UIApplication()

    public weak var delegate: (any UIApplicationDelegate)?

    public struct LaunchOptionsKey: Hashable, Sendable {}

    public func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

/// Time that the system gives an app in the background.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    public static let invalid = UIBackgroundTaskIdentifier()
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
    init()
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

extension UIApplicationDelegate {
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    public static func main() { fatalError("run by the system") }
}

// MARK: - Scenes

@MainActor
open class UIScene: UIResponder {
    public final class ConnectionOptions {}
}

public final class UIWindowScene: UIScene {}

public final class UISceneSession {}

@MainActor
public protocol UISceneDelegate: AnyObject {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneWillEnterForeground(_ scene: UIScene)
    func sceneDidEnterBackground(_ scene: UIScene)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func sceneWillEnterForeground(_ scene: UIScene) {}
    public func sceneDidEnterBackground(_ scene: UIScene) {}
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    var window: UIWindow? { get set }
}

// MARK: - Windows and views

@MainActor
open class UIView: UIResponder {}

public final class UIWindow: UIView {
    public var rootViewController: UIViewController?

    public init(windowScene: UIWindowScene) {}

    public func makeKeyAndVisible() {}
}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) { fatalError("made from an archive by the system") }

    open var title: String?

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
}
