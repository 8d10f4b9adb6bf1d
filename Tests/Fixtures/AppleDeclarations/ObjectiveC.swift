// The part of the module ObjectiveC that is not in its header, for .ci/apple. None of it is linked or run.

@_exported import ObjectiveC

extension NSObject: Hashable, CustomStringConvertible {
    public static func == (first: NSObject, second: NSObject) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
    public var description: String { "" }
}

public struct ObjCBool: Sendable, ExpressibleByBooleanLiteral {
    public init(_ value: Bool) {}
    public init(booleanLiteral value: Bool) {}
    public var boolValue: Bool { false }
}

// The compiler requires one stored pointer.
@frozen public struct Selector: Hashable, @unchecked Sendable, ExpressibleByStringLiteral {
    var ptr: OpaquePointer
    public init(_ text: String) { fatalError() }
    public init(stringLiteral value: String) { fatalError() }
}
