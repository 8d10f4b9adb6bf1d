/// Where in the program something was called.
///
/// In the form in which the compiler passes it, and so without separate memory: a call that keeps it costs at most
/// three words.
@usableFromInline
package struct CallSite: Sendable {
    /// The module and the file.
    @usableFromInline let fileID: StaticString
    /// The line.
    @usableFromInline let line: UInt

    @inlinable
    package init(_ fileID: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.line = line
    }
}

extension CallSite: CustomStringConvertible {
    /// `Module/File.swift:12`
    @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension CallSite: Hashable {
    // Two modules that inline the same call hold the same text in two places.
    @usableFromInline package static func == (left: CallSite, right: CallSite) -> Bool {
        left.line == right.line && left.fileID.description == right.fileID.description
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(fileID.description)
    }
}
