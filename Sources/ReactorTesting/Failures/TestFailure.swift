/// The error of an expectation that was not met. Its description contains the expectation, the differences and the line of the
/// test.
public struct TestFailure: Error, CustomStringConvertible, Sendable {
    /// The message of the failed expectation.
    package let summary: String
    /// The differences between the actual and the expected state, if the states were compared.
    let difference: StateDifference?
    package let site: TestSite

    public var description: String {
        let head = "\(site): \(summary)"
        guard let difference else { return head }
        return "\(head)\n\(difference)"
    }
}

/// A line of a test.
package struct TestSite: Sendable, Hashable, CustomStringConvertible {
    package let fileID: String
    package let line: UInt

    init(_ fileID: StaticString, _ line: UInt) { self.init(fileID: "\(fileID)", line: line) }

    package init(fileID: String, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    /// A text such as `Module/File.swift:12`.
    package var description: String { "\(fileID):\(line)" }
}

extension TestSite {
    /// Returns the path of the file. Only the name of a file other than the test's own is known, so it is expected in the same
    /// folder.
    package func path(besideFile fileID: String, at filePath: String) -> String {
        guard self.fileID != fileID else { return filePath }
        let folder = filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.joined(separator: "/") + "/\(self.fileID.split(separator: "/").last ?? "")"
    }
}
