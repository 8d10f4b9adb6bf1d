/// Where in the program something was called.
public struct CallSite: Sendable, Hashable, CustomStringConvertible {
    /// The module and the file.
    public let fileID: String
    /// The line.
    public let line: UInt

    package init(_ fileID: StaticString, _ line: UInt) {
        self.fileID = "\(fileID)"
        self.line = line
    }

    /// `Module/File.swift:12`
    public var description: String { "\(fileID):\(line)" }
}
