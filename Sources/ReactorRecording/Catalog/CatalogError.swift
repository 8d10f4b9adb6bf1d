import Reactor

/// What a version counts for: the state, or the event of a name.
public enum CatalogSubject: Hashable, Sendable {
    /// The version of the state.
    case state
    /// The version of the event that the catalog lists under this name.
    case event(String)
}

/// What is wrong with a catalog, or with what it was asked to read or write.
public enum CatalogError: Error, Hashable, Sendable {
    // MARK: The catalog itself

    /// Two types were given one name.
    case duplicateName(String, String, String)
    /// A type was listed twice, under these names.
    case duplicateType(String, String, String)
    /// A name that is empty, or has spaces or control characters in it.
    case unusableName(String, String)
    /// Versions begin with 1.
    case unusableVersion(CatalogSubject, Int)
    /// An upcaster leads from a version that is not an older one.
    case strayUpcaster(CatalogSubject, from: Int, version: Int)
    /// Two of the listed states declare an assignment of this name.
    case duplicateAssignment(String, String, String)
    /// The value of a part that is a ``RequestStatus`` is not `Codable`, so what its loads bring cannot be recorded.
    case uncodableStatus(part: String, value: String)
    /// Two errors of commands were given one name.
    case duplicateFailure(String)

    // MARK: Writing

    /// An event that is not listed was fired on a recorded core.
    case unregistered(UnregisteredEvent)
    /// A value did not encode.
    case unencodable(CatalogSubject, String)

    // MARK: Reading

    /// No line has this name.
    case unknownName(String)
    /// It was written by a newer program.
    case newerVersion(CatalogSubject, Int, known: Int)
    /// No upcaster leads on from a version.
    case missingUpcaster(CatalogSubject, from: Int, recorded: Int, version: Int)
    /// An upcaster threw, or its payload is no JSON.
    case upcasterFailed(CatalogSubject, from: Int, String)
    /// It does not decode as what it should be.
    case undecodable(CatalogSubject, version: Int, String)
    /// It was not written when it was recorded.
    case notRecorded(String, RecordedEvent.Gap)
}

extension CatalogError: CustomStringConvertible {
    public var description: String { Errors.catalog(self) }
}

/// An event that a core was fired and its catalog does not list.
public struct UnregisteredEvent: Hashable, Sendable {
    /// The name of its type.
    public let type: String
    /// The line that lists it.
    public let line: String

    init(_ event: any Event.Type) {
        type = TypeName(event).text
        line = EventSchema.line(for: event)
    }
}
