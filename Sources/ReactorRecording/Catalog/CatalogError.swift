import Reactor

/// The error of an invalid catalog, or of an event or a state that it cannot write or read. Its description contains the fix for
/// the author of the catalog.
public struct CatalogError: Error, Hashable, Sendable {
    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }
}

extension CatalogError {
    /// The subject of a version: the state, or the event of a name.
    package enum Subject: Hashable, Sendable {
        case state
        /// The version of the event with this name in the catalog.
        case event(String)
    }

    package enum Problem: Hashable, Sendable {
        // MARK: The catalog itself

        /// Two types have the same name.
        case duplicateName(String, String, String)
        /// A type is listed twice, under these names.
        case duplicateType(String, String, String)
        /// A name is empty, or has spaces or control characters.
        case unusableName(String, String)
        /// A version is less than 1.
        case unusableVersion(Subject, Int)
        /// An upcaster reads a version that is not older than the current one.
        case strayUpcaster(Subject, from: Int, version: Int)
        /// Two of the listed states declare an assignment with this name.
        case duplicateAssignment(String, String, String)
        /// A part has events that cannot be recorded, because they contain a type that is not `Codable`.
        case uncodablePart(name: String, contents: String)
        /// Two errors of commands have the same name.
        case duplicateFailure(String)

        // MARK: Writing

        /// An event that is not listed was fired on a recorded core.
        case unregistered(UnregisteredEvent)
        /// A value failed to encode.
        case unencodable(Subject, String)

        // MARK: Reading

        /// The catalog does not list this name.
        case unknownName(String)
        /// The value was written by a newer program.
        case newerVersion(Subject, Int, known: Int)
        /// The upcaster from a version is missing.
        case missingUpcaster(Subject, from: Int, recorded: Int, version: Int)
        /// An upcaster threw an error, or its payload is not JSON.
        case upcasterFailed(Subject, from: Int, String)
        /// The payload does not decode as its type.
        case undecodable(Subject, version: Int, String)
        /// The content was not recorded.
        case notRecorded(String, RecordedEvent.Gap)
    }
}

/// An event that was fired on a core and is not listed in its catalog.
package struct UnregisteredEvent: Hashable, Sendable {
    package let type: String
    /// The catalog line to add.
    package let line: String

    init(_ event: any Event) {
        type = TypeName(Swift.type(of: event)).text
        line = EventSchema.line(for: event)
    }
}
