// Refused for macos, ios, tvos, watchos, visionos: 'CFData' is not implicitly convertible to 'Data'

import Foundation

func planted(_ certificate: SecCertificate) -> Data { SecCertificateCopyData(certificate) }
// Refused for macos, ios, tvos, watchos, visionos: value of type 'CFData' has no member 'count'

import Foundation

func planted(_ certificate: SecCertificate) -> Int { SecCertificateCopyData(certificate).count }
// Refused for macos, ios, tvos, watchos, visionos: value of type 'CFArray' has no member 'first'

import Foundation

func planted(_ trust: SecTrust) -> Bool { SecTrustCopyCertificateChain(trust)?.first == nil }
// Refused for macos, ios, tvos, watchos, visionos: cannot convert return expression of type 'CFError' to return type 'NSError'

import Foundation

func planted(_ error: CFError) -> NSError { error }
// Refused for macos, ios, tvos, watchos, visionos: because the type of the parameter cannot be represented in Objective-C

import Foundation

final class Planted: NSObject {
    struct Value {}
    @objc func add(_ value: Value) {}
}
// Refused for macos, ios, tvos, watchos, visionos: refers to instance method 'add()' that is not exposed to Objective-C

import Foundation

final class Planted: NSObject {
    func add() {}
    func selector() -> Selector { #selector(add) }
}
// Refused for macos, ios, tvos, watchos, visionos: '@objc' can only be used with members of classes

import Foundation

struct Planted {
    @objc func add() {}
}
// Refused for macos, ios, tvos, watchos, visionos: nearly matches optional requirement 'urlSession(_:task:didCompleteWithError:)'

import Foundation

final class Planted: NSObject, URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithErr error: (any Error)?) {}
}
// Refused for macos, ios, tvos, watchos, visionos: nearly matches optional requirement 'urlSession(_:dataTask:didReceive:)'

import Foundation

final class Planted: NSObject, URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didRecieve data: Data) {}
}
// Refused for macos, ios, tvos, watchos, visionos: has different optionality than required by protocol 'URLSessionTaskDelegate'

import Foundation

final class Planted: NSObject, URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: any Error) {}
}
// Refused for macos, ios, tvos, watchos, visionos: cannot declare conformance to 'NSObjectProtocol' in Swift

import Foundation

final class Planted: URLSessionDelegate {}
// Refused for macos, ios, tvos, watchos, visionos: stored property 'count' of 'Sendable'-conforming class 'Planted

import Foundation

final class Planted: NSObject, URLSessionDelegate {
    var count = 0
}
// Refused for ios: nearly matches optional requirement 'application(_:didFinishLaunchingWithOptions:)'

import UIKit

final class Planted: NSObject, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOption options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
}
// Refused for ios: nearly matches optional requirement 'sceneDidEnterBackground'

import UIKit

final class Planted: NSObject, UIWindowSceneDelegate {
    func sceneDidEnterBackgrund(_ scene: UIScene) {}
}
// Refused for ios: initializer 'init(coder:)' must be provided by subclass of 'UIViewController'

import UIKit

final class Planted: UIViewController {
    init() { super.init(nibName: nil, bundle: nil) }
}
// Refused for ios: call to main actor-isolated instance method 'setNeedsLayout()' in a synchronous nonisolated context

import UIKit

func planted(_ view: UIView) { view.setNeedsLayout() }
