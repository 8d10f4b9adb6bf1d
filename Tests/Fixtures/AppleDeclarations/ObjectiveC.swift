// The part of the module ObjectiveC that the package uses, for .ci/apple. None of it is linked or run. There is no Objective-C
// runtime here, so NSObject is a plain class.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
    public init() {}
    public static func == (first: NSObject, second: NSObject) -> Bool { false }
    public func hash(into hasher: inout Hasher) {}
    open var description: String { "" }
}

public struct ObjCBool: Sendable, ExpressibleByBooleanLiteral {
    public init(_ value: Bool) {}
    public init(booleanLiteral value: Bool) {}
    public var boolValue: Bool { false }
}
