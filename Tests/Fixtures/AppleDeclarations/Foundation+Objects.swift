// The classes of Foundation that the package uses, for .ci/apple, with the types and the availability that Apple documents.
// None of it is linked or run.

// The compiler calls it to cast an error to NSError.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }

open class NSError: NSObject, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo: [String: Any]? = nil) {}
    open var domain: String { "" }
    open var code: Int { 0 }
    open var userInfo: [String: Any] { [:] }
}

open class NSNumber: NSObject, @unchecked Sendable {
    open var intValue: Int { 0 }
    open var uint64Value: UInt64 { 0 }
}

// A subclass can be mutable, so the header does not declare it as sendable.
open class NSString: NSObject {}
open class NSDictionary: NSObject {}
open class NSURL: NSObject, @unchecked Sendable {}
open class NSDate: NSObject, @unchecked Sendable {}

open class NSMutableString: NSString {
    public convenience init(string: String) { self.init() }
}

public let NSLocalizedDescriptionKey = ""

// MARK: - Threads

public protocol NSLocking {
    @available(*, noasync) func lock()
    @available(*, noasync) func unlock()
}

extension NSLocking {
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
    @available(*, noasync) open func lock() {}
    @available(*, noasync) open func unlock() {}
}

open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
    @available(*, noasync) open func lock() {}
    @available(*, noasync) open func unlock() {}
    @available(*, noasync) open func wait() {}
    open func signal() {}
    open func broadcast() {}
}

open class Thread: NSObject, @unchecked Sendable {
    public override init() {}
    public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
    @available(*, noasync) open class var current: Thread { fatalError() }
    @available(*, noasync, message: "Work intended for the main actor should be marked with @MainActor")
    open class var isMainThread: Bool { false }
    @available(*, noasync) open class func sleep(forTimeInterval seconds: TimeInterval) {}
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    open var name: String? {
        get { nil }
        set {}
    }
    open var stackSize: Int {
        get { 0 }
        set {}
    }
    open func start() {}
}

open class OperationQueue: NSObject, @unchecked Sendable {
    open var maxConcurrentOperationCount: Int {
        get { 0 }
        set {}
    }
    open func addOperation(_ block: @escaping @Sendable () -> Void) {}
}

// MARK: - The process

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var arguments: [String] { [] }
    open var environment: [String: String] { [:] }
    open var processIdentifier: Int32 { 0 }
    open var processName: String { "" }
    open var globallyUniqueString: String { "" }
    open var activeProcessorCount: Int { 0 }
    open var systemUptime: TimeInterval { 0 }
    open var physicalMemory: UInt64 { 0 }
}

// The header does not declare it as sendable.
open class UserDefaults: NSObject {
    open class var standard: UserDefaults { fatalError() }
    open func string(forKey key: String) -> String? { nil }
    open func set(_ value: Any?, forKey key: String) {}
    open func bool(forKey key: String) -> Bool { false }
    open func integer(forKey key: String) -> Int { 0 }
    open func removeObject(forKey key: String) {}
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { fatalError() }
    public convenience init(for type: AnyClass) { fatalError() }
    open var bundlePath: String { "" }
    open var bundleURL: URL { fatalError() }
    open var executablePath: String? { nil }
    open var executableURL: URL? { nil }
    open var infoDictionary: [String: Any]? { nil }
    open func url(forResource name: String?, withExtension pathExtension: String?) -> URL? { nil }
}

// MARK: - Files

public struct URLResourceKey: Hashable, Sendable {}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let modificationDate = FileAttributeKey(rawValue: "")
    public static let posixPermissions = FileAttributeKey(rawValue: "")
    public static let systemFileNumber = FileAttributeKey(rawValue: "")
    public static let size = FileAttributeKey(rawValue: "")
}

// The header does not declare it as sendable.
open class FileManager: NSObject {
    open class var `default`: FileManager { fatalError() }
    public enum SearchPathDirectory: UInt, Sendable { case applicationSupportDirectory = 14 }
    public struct SearchPathDomainMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let userDomainMask = SearchPathDomainMask(rawValue: 1)
    }
    open func urls(for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask) -> [URL] { [] }
    open var currentDirectoryPath: String { "" }
    @available(macOS 10.12, *)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    open var homeDirectoryForCurrentUser: URL { fatalError() }
    open var temporaryDirectory: URL { fatalError() }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
    @discardableResult open func changeCurrentDirectoryPath(_ path: String) -> Bool { false }
    open func contents(atPath path: String) -> Data? { nil }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
    open func copyItem(atPath source: String, toPath destination: String) throws {}
    open func copyItem(at source: URL, to destination: URL) throws {}
    open func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    @discardableResult
    open func createFile(
        atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
    ) -> Bool { false }
    open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws {}
    open func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws {}
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
    open func enumerator(at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?) -> DirectoryEnumerator? {
        nil
    }
    open func fileExists(atPath path: String) -> Bool { false }
    open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
    open func isExecutableFile(atPath path: String) -> Bool { false }
    open func isWritableFile(atPath path: String) -> Bool { false }
    open func isReadableFile(atPath path: String) -> Bool { false }
    open func moveItem(atPath source: String, toPath destination: String) throws {}
    open func moveItem(at source: URL, to destination: URL) throws {}
    open func removeItem(atPath path: String) throws {}
    open func removeItem(at url: URL) throws {}
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }

    open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol {
        open func nextObject() -> Any? { nil }
        public func next() -> Any? { nil }
    }
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var standardInput: FileHandle { fatalError() }
    open class var standardOutput: FileHandle { fatalError() }
    open class var standardError: FileHandle { fatalError() }
    open class var nullDevice: FileHandle { fatalError() }
    public convenience init?(forReadingAtPath path: String) { nil }
    public convenience init?(forWritingAtPath path: String) { nil }
    public convenience init?(forUpdatingAtPath path: String) { nil }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public convenience init(forUpdating url: URL) throws { fatalError() }
    public convenience init(forWritingTo url: URL) throws { fatalError() }
    public convenience init(fileDescriptor: Int32, closeOnDealloc: Bool) { fatalError() }
    open var fileDescriptor: Int32 { 0 }
    open var availableData: Data { Data() }
    open var readabilityHandler: (@Sendable (FileHandle) -> Void)? {
        get { nil }
        set {}
    }
    open func readDataToEndOfFile() -> Data { Data() }
    open func write(_ data: Data) {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, visionOS 1, *) public func readToEnd() throws -> Data? {
        nil
    }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, visionOS 1, *)
    public func read(upToCount count: Int) throws -> Data? { nil }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, visionOS 1, *)
    public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, visionOS 1, *)
    @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
    @available(macOS 10.15.4, iOS 13.4, tvOS 13.4, watchOS 6.2, visionOS 1, *) public func offset() throws -> UInt64 {
        0
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) open func seek(toOffset offset: UInt64) throws {}
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) open func truncate(atOffset offset: UInt64)
        throws
    {}
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) open func synchronize() throws {}
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) open func close() throws {}
}

open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
}

#if os(macOS)
    open class Process: NSObject, @unchecked Sendable {
        public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
        open var executableURL: URL? {
            get { nil }
            set {}
        }
        open var currentDirectoryURL: URL? {
            get { nil }
            set {}
        }
        open var arguments: [String]? {
            get { nil }
            set {}
        }
        open var environment: [String: String]? {
            get { nil }
            set {}
        }
        open var standardInput: Any? {
            get { nil }
            set {}
        }
        open var standardOutput: Any? {
            get { nil }
            set {}
        }
        open var standardError: Any? {
            get { nil }
            set {}
        }
        open var isRunning: Bool { false }
        open var processIdentifier: Int32 { 0 }
        open var terminationStatus: Int32 { 0 }
        open var terminationReason: TerminationReason { .exit }
        open var terminationHandler: (@Sendable (Process) -> Void)? {
            get { nil }
            set {}
        }
        open class func run(
            _ url: URL, arguments: [String], terminationHandler: (@Sendable (Process) -> Void)? = nil
        ) throws -> Process { fatalError() }
        open func run() throws {}
        @available(macOS, deprecated: 10.13, message: "renamed to 'run()'") open func launch() {}
        @available(macOS, deprecated: 10.13, message: "renamed to 'executableURL'") open var launchPath: String? {
            get { nil }
            set {}
        }
        open func interrupt() {}
        open func terminate() {}
        open func waitUntilExit() {}
    }
#endif

public func NSTemporaryDirectory() -> String { "" }

// MARK: - Dates

@available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, visionOS 1, *)
open class ISO8601DateFormatter: NSObject, @unchecked Sendable {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let withInternetDateTime = Options(rawValue: 1)
        @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, visionOS 1, *)
        public static let withFractionalSeconds = Options(rawValue: 2)
    }
    open var formatOptions: Options {
        get { [] }
        set {}
    }
    open func string(from date: Date) -> String { "" }
}

// MARK: - Coding

open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = WritingOptions(rawValue: 1)
        @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, visionOS 1, *) public static let sortedKeys =
            WritingOptions(
                rawValue: 2)
        public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    }
    open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
    open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { Data() }
}

// MARK: - Bridges. A conversion requires `as`, and Objective-C takes the values as its objects.

extension Data: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSData { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Data?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Data?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Data { Data() }
}

extension URL: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURL { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSURL, result: inout URL?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURL?) -> URL { fatalError() }
}

extension String: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSString { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { "" }
}

extension Array: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSArray { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSArray, result: inout [Element]?) {}
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSArray, result: inout [Element]?) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSArray?) -> [Element] { [] }
}

extension Dictionary: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSDictionary { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout [Key: Value]?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSDictionary, result: inout [Key: Value]?
    ) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> [Key: Value] { [:] }
}

extension URLRequest: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSURLRequest { fatalError() }
    public static func _forceBridgeFromObjectiveC(_ source: NSURLRequest, result: inout URLRequest?) {}
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSURLRequest, result: inout URLRequest?
    ) -> Bool { false }
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSURLRequest?) -> URLRequest { fatalError() }
}

// MARK: - Undo

@MainActor
open class UndoManager: NSObject {
    nonisolated public override init() { super.init() }
    open var canUndo: Bool { false }
    open var canRedo: Bool { false }
    open var groupsByEvent: Bool {
        get { true }
        set {}
    }
    open var groupingLevel: Int { 0 }
    open func beginUndoGrouping() {}
    open func endUndoGrouping() {}
    open func undo() {}
    open func redo() {}
    open func removeAllActions() {}
    open func removeAllActions(withTarget target: Any) {}
    open func setActionName(_ actionName: String) {}
    @available(macOS 10.11, iOS 9, tvOS 9, watchOS 2, visionOS 1, *)
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target, handler: @escaping @MainActor @Sendable (Target) -> Void
    ) {}
}
