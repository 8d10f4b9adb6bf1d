/// The place of a call in the source.
///
/// It has the types that the compiler passes, and no separate memory: a stored place costs at most three words.
@frozen @usableFromInline
package struct CallSite: Sendable {
    /// The module and the file.
    @usableFromInline package let fileID: StaticString
    /// The line.
    @usableFromInline package let line: UInt

    @inlinable
    package init(_ fileID: StaticString, _ line: UInt) {
        self.fileID = fileID
        self.line = line
    }
}

extension CallSite: CustomStringConvertible {
    /// The place as `Module/File.swift:12`.
    @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension CallSite: Hashable {
    // The text is compared, because two modules that inline the same call contain two copies of it.
    @usableFromInline package static func == (left: CallSite, right: CallSite) -> Bool {
        left.line == right.line && left.fileID.description == right.fileID.description
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(fileID.description)
    }
}
