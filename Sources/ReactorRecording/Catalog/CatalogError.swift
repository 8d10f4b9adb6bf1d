import Reactor

/// The error of an invalid catalog, or of an event or a state that it cannot write or read. Its description contains the fix for
/// the author of the catalog.
public struct CatalogError: Error, Hashable, Sendable {
    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }
}

extension CatalogError {
    /// What a version counts for: the state, or the event of a name.
    package enum Subject: Hashable, Sendable {
        /// The version of the state.
        case state
        /// The version of the event that the catalog lists under this name.
        case event(String)
    }

    package enum Problem: Hashable, Sendable {
        // MARK: The catalog itself

        /// Two types were given one name.
        case duplicateName(String, String, String)
        /// A type was listed twice, under these names.
        case duplicateType(String, String, String)
        /// A name that is empty, or has spaces or control characters in it.
        case unusableName(String, String)
        /// Versions begin with 1.
        case unusableVersion(Subject, Int)
        /// An upcaster leads from a version that is not an older one.
        case strayUpcaster(Subject, from: Int, version: Int)
        /// Two of the listed states declare an assignment of this name.
        case duplicateAssignment(String, String, String)
        /// A part has events that cannot be recorded, because they contain a type that is not `Codable`.
        case uncodablePart(name: String, contents: String)
        /// Two errors of commands were given one name.
        case duplicateFailure(String)

        // MARK: Writing

        /// An event that is not listed was fired on a recorded core.
        case unregistered(UnregisteredEvent)
        /// A value did not encode.
        case unencodable(Subject, String)

        // MARK: Reading

        /// No line has this name.
        case unknownName(String)
        /// It was written by a newer program.
        case newerVersion(Subject, Int, known: Int)
        /// No upcaster leads on from a version.
        case missingUpcaster(Subject, from: Int, recorded: Int, version: Int)
        /// An upcaster threw, or its payload is no JSON.
        case upcasterFailed(Subject, from: Int, String)
        /// It does not decode as what it should be.
        case undecodable(Subject, version: Int, String)
        /// It was not written when it was recorded.
        case notRecorded(String, RecordedEvent.Gap)
    }
}

/// An event that a core was fired and its catalog does not list.
package struct UnregisteredEvent: Hashable, Sendable {
    /// The name of its type.
    package let type: String
    /// The line that lists it.
    package let line: String

    init(_ event: any Event) {
        type = TypeName(Swift.type(of: event)).text
        line = EventSchema.line(for: event)
    }
}
