/// What a test expected and did not find. Its description says all: what was expected, what differs, where the test
/// stands.
public struct TestFailure: Error, CustomStringConvertible, Sendable {
    /// What was expected and did not happen, in a sentence.
    package let summary: String
    /// How the state differs from the one expected, if that is what failed.
    let difference: StateDifference?
    /// The test's own line.
    package let site: TestSite

    /// The summary, the place, and each member that differs.
    public var description: String {
        let head = "\(site): \(summary)"
        guard let difference else { return head }
        return "\(head)\n\(difference)"
    }
}

/// A line of a test.
package struct TestSite: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file.
    package let fileID: String
    /// The line.
    package let line: UInt

    init(_ fileID: StaticString, _ line: UInt) { self.init(fileID: "\(fileID)", line: line) }

    package init(fileID: String, line: UInt) {
        self.fileID = fileID
        self.line = line
    }

    /// `Module/File.swift:12`
    package var description: String { "\(fileID):\(line)" }
}

extension TestSite {
    /// Its file. Of another one than the test's own only the name is known, so it is looked for beside that.
    package func path(besideFile fileID: String, at filePath: String) -> String {
        guard self.fileID != fileID else { return filePath }
        let folder = filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.joined(separator: "/") + "/\(self.fileID.split(separator: "/").last ?? "")"
    }
}
