// The values of Foundation that the package uses, for .ci/apple, with the types and the availability that Apple documents. None
// of it is linked or run. An API that is added here gets its availability from developer.apple.com.

@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC
@_exported import Security

public typealias TimeInterval = Double

// MARK: - Archives

open class NSCoder: NSObject {}

// MARK: - Data

public protocol ContiguousBytes {
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

extension Array: DataProtocol, ContiguousBytes where Element == UInt8 {}
extension ArraySlice: DataProtocol, ContiguousBytes where Element == UInt8 {}

public struct Data: DataProtocol, ContiguousBytes, MutableCollection, RangeReplaceableCollection, Hashable, Codable,
    Sendable, CustomStringConvertible
{
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
        public static let withoutOverwriting = WritingOptions(rawValue: 2)
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
    }
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public init() {}
    public init(capacity: Int) {}
    public init(count: Int) {}
    public init(repeating byte: UInt8, count: Int) {}
    public init(bytes: UnsafeRawPointer, count: Int) {}
    public init<Bytes: Sequence>(_ elements: Bytes) where Bytes.Element == UInt8 {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
    public init?(base64Encoded text: String, options: Base64DecodingOptions = []) { nil }
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
    public func write(to url: URL, options: WritingOptions = []) throws {}
    public mutating func append(_ other: Data) {}
    public mutating func append(_ bytes: UnsafePointer<UInt8>, count: Int) {}
    public mutating func resetBytes(in range: Range<Int>) {}
    public func subdata(in range: Range<Int>) -> Data { self }
    public func copyBytes(to pointer: UnsafeMutablePointer<UInt8>, count: Int) {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        fatalError()
    }
    public mutating func withUnsafeMutableBytes<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result { fatalError() }
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 {
        get { 0 }
        set {}
    }
    public subscript(bounds: Range<Int>) -> Data {
        get { self }
        set {}
    }
    public mutating func replaceSubrange<Bytes: Collection>(_ range: Range<Int>, with bytes: Bytes)
    where Bytes.Element == UInt8 {}
    public var description: String { "" }
}

// MARK: - Date and UUID

public struct Date: Comparable, Hashable, Codable, Sendable, Strideable, CustomStringConvertible {
    public init() {}
    public init(timeIntervalSinceNow seconds: TimeInterval) {}
    public init(timeIntervalSince1970 seconds: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate seconds: TimeInterval) {}
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *) public static var now: Date { Date() }
    public static let distantFuture = Date()
    public static let distantPast = Date()
    public var timeIntervalSince1970: TimeInterval { 0 }
    public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
    public var timeIntervalSinceNow: TimeInterval { 0 }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
    public func addingTimeInterval(_ seconds: TimeInterval) -> Date { self }
    public static func < (first: Date, second: Date) -> Bool { false }
    public static func + (date: Date, seconds: TimeInterval) -> Date { date }
    public static func - (date: Date, seconds: TimeInterval) -> Date { date }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *) public func distance(to other: Date)
        -> TimeInterval
    { 0 }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public func advanced(by seconds: TimeInterval) -> Date { self }
    public var description: String { "" }
}

public struct UUID: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    public init() {}
    public init?(uuidString: String) { nil }
    public init(uuid: uuid_t) {}
    public var uuid: uuid_t { fatalError() }
    public var uuidString: String { "" }
    public var description: String { "" }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public static func < (first: UUID, second: UUID) -> Bool { false }
}

// MARK: - Numbers, sets of numbers, and places

public struct TimeZone: Hashable, Sendable {
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public static var gmt: TimeZone { TimeZone() }
}

public struct IndexSet: Hashable, Sendable, BidirectionalCollection {
    public struct Index: Comparable {
        public static func < (first: Index, second: Index) -> Bool { false }
    }
    public init<Numbers: Sequence>(_ numbers: Numbers) where Numbers.Element == Int {}
    public var startIndex: Index { Index() }
    public var endIndex: Index { Index() }
    public func index(after index: Index) -> Index { index }
    public func index(before index: Index) -> Index { index }
    public subscript(index: Index) -> Int { 0 }
}

public struct Decimal: SignedNumeric, Comparable, Hashable, Codable, Sendable, CustomStringConvertible {
    public typealias Magnitude = Decimal
    public init() {}
    public init(integerLiteral value: Int) {}
    public init?(exactly source: some BinaryInteger) { nil }
    public init(_ value: Int) {}
    public init(_ value: Int64) {}
    public init(_ value: UInt64) {}
    public init(_ value: Double) {}
    public init?(string: String, locale: Locale? = nil) { nil }
    public var magnitude: Decimal { self }
    public static func < (first: Decimal, second: Decimal) -> Bool { false }
    public static func + (first: Decimal, second: Decimal) -> Decimal { first }
    public static func - (first: Decimal, second: Decimal) -> Decimal { first }
    public static func * (first: Decimal, second: Decimal) -> Decimal { first }
    public static func / (first: Decimal, second: Decimal) -> Decimal { first }
    public static func *= (first: inout Decimal, second: Decimal) {}
    public static let nan = Decimal()
    public static let quietNaN = Decimal()
    public var isNaN: Bool { false }
    public var description: String { "" }
}

public struct Locale: Hashable, Sendable {
    public init(identifier: String) {}
    public static var current: Locale { fatalError() }
    public var identifier: String { "" }
    // Newer than the minimum of the package; .ci/apple plants a use of it, which has to be refused.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) public static var preferredLocales: [Locale] {
        []
    }
}

// MARK: - URL

public struct URL: Hashable, Codable, Sendable, CustomStringConvertible {
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public init?(string: String) { nil }
    public init?(string: String, relativeTo url: URL?) { nil }
    public init(fileURLWithPath path: String) {}
    public init(fileURLWithPath path: String, isDirectory: Bool) {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
    public var absoluteString: String { "" }
    public var absoluteURL: URL { self }
    public var relativePath: String { "" }
    public var scheme: String? { nil }
    public var host: String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public func host(percentEncoded: Bool = true)
        -> String?
    { nil }
    public var port: Int? { nil }
    public var user: String? { nil }
    public var password: String? { nil }
    public var path: String { "" }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public func path(percentEncoded: Bool = true)
        -> String
    { "" }
    public var query: String? { nil }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public func query(percentEncoded: Bool = true)
        -> String?
    {
        nil
    }
    public var fragment: String? { nil }
    public var isFileURL: Bool { false }
    public var lastPathComponent: String { "" }
    public var pathExtension: String { "" }
    public var pathComponents: [String] { [] }
    public var standardizedFileURL: URL { self }
    public func resolvingSymlinksInPath() -> URL { self }
    public func appendingPathComponent(_ component: String) -> URL { self }
    public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
    public func appendingPathExtension(_ pathExtension: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
    public func deletingPathExtension() -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public func appending(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
    public func appending(component: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) public static var temporaryDirectory: URL {
        fatalError()
    }
    public var description: String { "" }
}

public struct URLQueryItem: Hashable, Sendable {
    public init(name: String, value: String?) {}
    public var name: String {
        get { "" }
        set {}
    }
    public var value: String? {
        get { nil }
        set {}
    }
}

public struct URLComponents: Hashable, Sendable {
    public init() {}
    public init?(string: String) { nil }
    public init?(url: URL, resolvingAgainstBaseURL: Bool) { nil }
    public var scheme: String? {
        get { nil }
        set {}
    }
    public var host: String? {
        get { nil }
        set {}
    }
    public var port: Int? {
        get { nil }
        set {}
    }
    public var path: String {
        get { "" }
        set {}
    }
    public var percentEncodedPath: String {
        get { "" }
        set {}
    }
    public var query: String? {
        get { nil }
        set {}
    }
    public var percentEncodedQuery: String? {
        get { nil }
        set {}
    }
    public var queryItems: [URLQueryItem]? {
        get { nil }
        set {}
    }
    public var url: URL? { nil }
    public var string: String? { nil }
}

// MARK: - Coding

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        @available(macOS 10.13, iOS 11, tvOS 11, watchOS 4, visionOS 1, *)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public enum DateEncodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970
        @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, visionOS 1, *) case iso8601
    }
    public enum KeyEncodingStrategy: Sendable { case useDefaultKeys, convertToSnakeCase }
    public enum NonConformingFloatEncodingStrategy: Sendable {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public init() {}
    open var outputFormatting: OutputFormatting {
        get { [] }
        set {}
    }
    open var dateEncodingStrategy: DateEncodingStrategy {
        get { .deferredToDate }
        set {}
    }
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { .useDefaultKeys }
        set {}
    }
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { .throw }
        set {}
    }
    open func encode<Value: Encodable>(_ value: Value) throws -> Data { Data() }
}

open class JSONDecoder: @unchecked Sendable {
    public enum DateDecodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970
        @available(macOS 10.12, iOS 10, tvOS 10, watchOS 3, visionOS 1, *) case iso8601
    }
    public enum KeyDecodingStrategy: Sendable { case useDefaultKeys, convertFromSnakeCase }
    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    public init() {}
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { .throw }
        set {}
    }
    open var dateDecodingStrategy: DateDecodingStrategy {
        get { .deferredToDate }
        set {}
    }
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { .useDefaultKeys }
        set {}
    }
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

// MARK: - Text

extension String {
    public struct Encoding: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let ascii = Encoding(rawValue: 1)
        public static let utf8 = Encoding(rawValue: 4)
        public static let isoLatin1 = Encoding(rawValue: 5)
        public static let utf16 = Encoding(rawValue: 10)
    }
    public init?(data: Data, encoding: Encoding) { nil }
    public init(contentsOf url: URL, encoding: Encoding) throws { self.init() }
    public init(contentsOfFile path: String, encoding: Encoding) throws { self.init() }
    @available(macOS, deprecated: 15, message: "Use `init(contentsOf:encoding:)` instead")
    @available(iOS, deprecated: 18, message: "Use `init(contentsOf:encoding:)` instead")
    @available(tvOS, deprecated: 18, message: "Use `init(contentsOf:encoding:)` instead")
    @available(watchOS, deprecated: 11, message: "Use `init(contentsOf:encoding:)` instead")
    @available(visionOS, deprecated: 2, message: "Use `init(contentsOf:encoding:)` instead")
    public init(contentsOf url: URL) throws { self.init() }
    @available(macOS, deprecated: 15, message: "Use `init(contentsOfFile:encoding:)` instead")
    @available(iOS, deprecated: 18, message: "Use `init(contentsOfFile:encoding:)` instead")
    @available(tvOS, deprecated: 18, message: "Use `init(contentsOfFile:encoding:)` instead")
    @available(watchOS, deprecated: 11, message: "Use `init(contentsOfFile:encoding:)` instead")
    @available(visionOS, deprecated: 2, message: "Use `init(contentsOfFile:encoding:)` instead")
    public init(contentsOfFile path: String) throws { self.init() }
    public init(format: String, _ arguments: any CVarArg...) { self.init() }
    public init(format: String, locale: Locale?, _ arguments: any CVarArg...) { self.init() }
    public init(format: String, arguments: [any CVarArg]) { self.init() }
    public init(format: String, locale: Locale?, arguments: [any CVarArg]) { self.init() }
}

public struct CharacterSet: Hashable, Sendable {
    public init() {}
    public init(charactersIn text: String) {}
    public static let alphanumerics = CharacterSet()
    public static let newlines = CharacterSet()
    public static let whitespaces = CharacterSet()
    public static let whitespacesAndNewlines = CharacterSet()
    public static let urlPathAllowed = CharacterSet()
    public static let urlQueryAllowed = CharacterSet()
}

extension StringProtocol {
    public func addingPercentEncoding(withAllowedCharacters characters: CharacterSet) -> String? { nil }
    public var removingPercentEncoding: String? { nil }
    public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
    public func components(separatedBy characters: CharacterSet) -> [String] { [] }
    public func contains(_ other: some StringProtocol) -> Bool { false }
    public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
    public func padding(
        toLength length: Int, withPad pad: some StringProtocol, startingAt index: Int
    ) -> String { "" }
    public func range(of text: some StringProtocol) -> Range<Index>? { nil }
    public func replacingOccurrences(
        of target: some StringProtocol, with replacement: some StringProtocol
    ) -> String { "" }
    public func trimmingCharacters(in characters: CharacterSet) -> String { "" }
    public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
    public func write(toFile path: String, atomically: Bool, encoding: String.Encoding) throws {}
}

// A string is an argument of a format, because it is bridged to NSString.
extension String: CVarArg {
    public var _cVarArgEncoding: [Int] { [] }
}

// MARK: - Errors

public protocol LocalizedError: Error {
    var errorDescription: String? { get }
}

extension LocalizedError {
    public var errorDescription: String? { nil }
}

extension Error {
    public var localizedDescription: String { "" }
}

public struct CocoaError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static func ~= (code: Code, error: any Error) -> Bool { false }
        public static var fileNoSuchFile: Code { Code(rawValue: 4) }
        public static var fileReadNoSuchFile: Code { Code(rawValue: 260) }
        public static var fileReadNoPermission: Code { Code(rawValue: 257) }
        public static var fileReadUnknown: Code { Code(rawValue: 256) }
    }
    public init(_ code: Code, userInfo: [String: Any] = [:]) {}
    public var code: Code { fatalError() }
}
