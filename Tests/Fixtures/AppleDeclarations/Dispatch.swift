// The part of Dispatch that the package uses, for .ci/apple, with the types and the availability that Apple documents. None of
// it is linked or run.

@_exported import Darwin

public struct DispatchQoS: Equatable, Sendable {
    public enum QoSClass: Sendable {
        case background, utility, `default`, userInitiated, userInteractive, unspecified
    }
    public static let unspecified = DispatchQoS()
    public static let userInitiated = DispatchQoS()
}

public struct DispatchWorkItemFlags: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

open class DispatchObject {}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
    public init(label: String) {}
    public class var main: DispatchQueue { fatalError() }
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func sync<Value>(execute work: () throws -> Value) rethrows -> Value { try work() }
}

public struct DispatchTime: Comparable, Sendable {
    public static func now() -> DispatchTime { fatalError() }
    public static func < (first: DispatchTime, second: DispatchTime) -> Bool { false }
}

public enum DispatchTimeInterval: Equatable, Sendable {
    case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}

public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }

@frozen public enum DispatchTimeoutResult { case success, timedOut }

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    @available(*, noasync) public func wait() {}
    @available(*, noasync) public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}

public protocol DispatchSourceProtocol: AnyObject {
    func resume()
    func cancel()
    func activate()
}

extension DispatchSourceProtocol {
    public func setEventHandler(
        qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
        handler: (@Sendable @convention(block) () -> Void)?
    ) {}
}

public protocol DispatchSourceRead: DispatchSourceProtocol {}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}

open class DispatchSource: DispatchObject {
    public class func makeReadSource(fileDescriptor: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceRead {
        fatalError()
    }
    public class func makeSignalSource(signal: Int32, queue: DispatchQueue? = nil) -> any DispatchSourceSignal {
        fatalError()
    }
}
