// The declarations of UIKit that the guides use, in the shapes of developer.apple.com/documentation/uikit for iOS 18: names,
// labels, defaults, and main-actor isolation. It is not a target; .ci/docs compiles it as a module with the name UIKit.

@_exported public import Foundation

@MainActor
@preconcurrency
open class UIResponder: NSObject {
    public override init() { super.init() }

    open func becomeFirstResponder() -> Bool { false }
}

// MARK: - The app

/// A running app.
@MainActor
open class UIApplication: UIResponder {
    public class var shared: UIApplication { fatalError("made by the system") }

    open weak var delegate: (any UIApplicationDelegate)?

    public struct LaunchOptionsKey: Hashable, Sendable, _ObjectiveCBridgeable {
        public func _bridgeToObjectiveC() -> NSString { fatalError() }
        public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout LaunchOptionsKey?) {}
        public static func _conditionallyBridgeFromObjectiveC(
            _ source: NSString, result: inout LaunchOptionsKey?
        ) -> Bool { false }
        public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> LaunchOptionsKey {
            fatalError()
        }
    }

    // The importer lets a caller ignore the results of C and Objective-C.
    @discardableResult open func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    @discardableResult open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    open var backgroundTimeRemaining: TimeInterval { 0 }
    @available(iOS, deprecated: 13, message: "Should not be used for applications that support multiple scenes")
    open var keyWindow: UIWindow? { nil }
    @available(iOS, deprecated: 15, message: "Use UIWindowScene.windows on a relevant window scene instead")
    open var windows: [UIWindow] { [] }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

/// Time that the system gives an app in the background.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
    public static let invalid = UIBackgroundTaskIdentifier()
}

@MainActor
@preconcurrency
@objc public protocol UIApplicationDelegate: NSObjectProtocol {
    @objc optional func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    @objc optional func applicationDidEnterBackground(_ application: UIApplication)
    @objc optional func applicationWillTerminate(_ application: UIApplication)
}

extension UIApplicationDelegate {
    public static func main() { fatalError("run by the system") }
}

// MARK: - Scenes

@MainActor
open class UIScene: UIResponder {
    @MainActor open class ConnectionOptions: NSObject {}
}

open class UIWindowScene: UIScene {}

@MainActor open class UISceneSession: NSObject {}

@MainActor
@preconcurrency
@objc public protocol UISceneDelegate: NSObjectProtocol {
    @objc optional func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    @objc optional func sceneDidDisconnect(_ scene: UIScene)
    @objc optional func sceneDidBecomeActive(_ scene: UIScene)
    @objc optional func sceneWillEnterForeground(_ scene: UIScene)
    @objc optional func sceneDidEnterBackground(_ scene: UIScene)
}

@MainActor
@preconcurrency
@objc public protocol UIWindowSceneDelegate: UISceneDelegate {
    @objc optional var window: UIWindow? { get set }
}

// MARK: - Windows and views

@MainActor
open class UIView: UIResponder {
    open func setNeedsLayout() {}
}

open class UIWindow: UIView {
    open var rootViewController: UIViewController?

    public init(windowScene: UIWindowScene) { super.init() }

    open func makeKeyAndVisible() {}
}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { fatalError("made from an archive by the system") }

    open var title: String?

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
}
