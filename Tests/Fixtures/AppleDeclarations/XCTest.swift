// The part of XCTest that the package uses, for .ci/apple, with the types and the availability that Apple documents. None of it
// is linked or run.

@_exported import Foundation

open class XCTest: NSObject {}

open class XCTestCase: XCTest {
    open func record(_ issue: XCTIssue) {}
    open var name: String { "" }
}

public final class XCTSourceCodeLocation: NSObject {
    public convenience init(filePath: String, lineNumber: Int) { self.init() }
    public var fileURL: URL { fatalError() }
    public var lineNumber: Int { 0 }
}

public final class XCTSourceCodeContext: NSObject {
    public convenience init(location: XCTSourceCodeLocation?) { self.init() }
    public var location: XCTSourceCodeLocation? { nil }
}

public struct XCTIssue {
    public enum IssueType: Int, Sendable { case assertionFailure, thrownError, uncaughtException }
    public var compactDescription: String { "" }
    public var sourceCodeContext: XCTSourceCodeContext { fatalError() }
    public init(
        type: IssueType, compactDescription: String, detailedDescription: String? = nil,
        sourceCodeContext: XCTSourceCodeContext = XCTSourceCodeContext(), associatedError: (any Error)? = nil
    ) {}
}

public func XCTAssertTrue(
    _ condition: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
