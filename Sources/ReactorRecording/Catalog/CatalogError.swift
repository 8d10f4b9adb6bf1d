import Reactor

/// The error of an invalid catalog, or of an event or a state that it cannot write or read. Its description contains the fix for
/// the author of the catalog.
public struct CatalogError: Error, Hashable, Sendable {
    /// The problem and its fix.
    public private(set) var description: String
    /// The reason of an encoder, a decoder or an upcaster, which is a part of the description. It can contain a value.
    private var reason: String?
    /// The event that is not listed, if that is the problem.
    private(set) var unregistered: UnregisteredEvent?
    /// Whether the state does not decode.
    private(set) var isUndecodableState = false

    private init(_ description: String, reason: String? = nil) {
        (self.description, self.reason) = (description, reason)
    }

    /// This error without the reason, which can contain a value.
    package func replacingReason(with text: String) -> CatalogError {
        guard let reason else { return self }
        var error = self
        (error.description, error.reason) = (description.replacing(reason, with: text), text)
        return error
    }
}

extension CatalogError: CustomStringConvertible {}

extension CatalogError {
    /// The subject of a version: the state, or the event of a name.
    package enum Subject: Hashable, Sendable, CustomStringConvertible {
        case state
        /// The version of the event with this name in the catalog.
        case event(String)

        package var description: String {
            switch self {
            case .state: "the state"
            case .event(let name): "the event \"\(name)\""
            }
        }

        fileprivate var capitalized: String { "T\(description.dropFirst())" }
    }
}

// MARK: - The catalog itself

extension CatalogError {
    /// Two types have the same name.
    static func duplicateName(_ name: String, _ first: String, _ second: String) -> CatalogError {
        CatalogError(
            "EventCatalog: the name \"\(name)\" is used for \(first) and for \(second). "
                + "Give each event its own name, and do not change the name that was recorded first.")
    }

    /// A type is listed twice, under these names.
    static func duplicateType(_ type: String, _ first: String, _ second: String) -> CatalogError {
        CatalogError(
            "EventCatalog: \(type) is listed twice, as \"\(first)\" and as \"\(second)\". "
                + "List it once, with the name that was recorded first.")
    }

    /// A name is empty, or has spaces or control characters.
    static func unusableName(_ name: String, _ type: String) -> CatalogError {
        CatalogError(
            "EventCatalog: \(type) cannot be recorded as \"\(name)\". "
                + "Use a name without spaces and control characters, for example weight.logged.")
    }

    /// A version is less than 1.
    static func unusableVersion(_ subject: Subject, _ version: Int) -> CatalogError {
        CatalogError("EventCatalog: \(subject) has the version \(version). Versions begin with 1.")
    }

    /// An upcaster reads a version that is not older than the current one.
    static func strayUpcaster(_ subject: Subject, from: Int, version: Int) -> CatalogError {
        CatalogError(
            "EventCatalog: \(subject) has an upcaster from version \(from), and its version is \(version). "
                + "An upcaster converts an older version to the next: use a number from 1 to below the version.")
    }

    /// Two of the listed states declare an assignment with this name.
    static func duplicateAssignment(_ name: String, _ first: String, _ second: String) -> CatalogError {
        CatalogError(
            "EventCatalog: the assignment \"\(name)\" is declared by \(first) and by \(second). "
                + "Give each Assignable its own name.")
    }

    /// A part has events that cannot be recorded, because they contain a type that is not `Codable`.
    static func uncodablePart(name: String, contents: String) -> CatalogError {
        CatalogError(
            "EventCatalog: the events of the part \"\(name)\" contain \(contents), which is not Codable, so they cannot be "
                + "recorded. Make \(contents) Codable, or remove the part from the catalog and list your own event.")
    }

    /// Two errors of commands have the same name.
    static func duplicateFailure(_ name: String) -> CatalogError {
        CatalogError("EventCatalog: commandEnded lists two failures as \"\(name)\". Give each its own name.")
    }
}

// MARK: - Writing

extension CatalogError {
    /// An event that is not listed was fired on a recorded core.
    static func unregistered(_ event: any Event) -> CatalogError {
        let event = UnregisteredEvent(event)
        var error = CatalogError(
            "\(event.type) was fired on a core that is recorded, and the core's catalog does not list it. "
                + "Add this line to the catalog: \(event.line)")
        error.unregistered = event
        return error
    }

    /// A value failed to encode.
    static func unencodable(_ subject: Subject, _ reason: String) -> CatalogError {
        CatalogError(
            "\(subject.capitalized) cannot be recorded, because it does not encode: \(reason) Make each of its values "
                + "encodable.", reason: reason)
    }
}

/// An event that was fired on a core and is not listed in its catalog.
struct UnregisteredEvent: Hashable, Sendable {
    let type: String
    /// The catalog line to add.
    let line: String

    init(_ event: any Event) {
        type = TypeName(Swift.type(of: event)).text
        line = EventSchema.line(for: event)
    }
}

// MARK: - Reading

extension CatalogError {
    /// The catalog does not list this name.
    package static func unknownName(_ name: String) -> CatalogError {
        CatalogError(
            "The recording contains the event \"\(name)\", which the catalog does not list. "
                + "List it under exactly this name, as long as recordings contain it.")
    }

    /// The value was written by a newer program.
    static func newerVersion(_ subject: Subject, _ recorded: Int, known: Int) -> CatalogError {
        CatalogError(
            "\(subject.capitalized) was recorded in version \(recorded), and this program supports versions up to \(known). "
                + "Open the recording with the program that wrote it, or a later one.")
    }

    /// The upcaster from a version is missing.
    static func missingUpcaster(_ subject: Subject, from: Int, recorded: Int, version: Int) -> CatalogError {
        CatalogError(
            "\(subject.capitalized) was recorded in version \(recorded), and the catalog has no upcaster from \(from) to "
                + "\(from + 1) on the way to \(version). "
                + "Add upcasting: [\(from): { … }] to its line.")
    }

    /// An upcaster threw an error, or its payload is not JSON.
    static func upcasterFailed(_ subject: Subject, from: Int, _ reason: String) -> CatalogError {
        CatalogError(
            "The upcaster of \(subject) from version \(from) failed: \(reason) Make it accept every payload that version "
                + "\(from) wrote.", reason: reason)
    }

    /// The payload does not decode as its type.
    static func undecodable(_ subject: Subject, version: Int, _ reason: String) -> CatalogError {
        var error = CatalogError(
            "\(subject.capitalized), recorded in version \(version), does not decode: \(reason) Increase its version, and "
                + "add an upcaster for the recorded payloads.", reason: reason)
        error.isUndecodableState = subject == .state
        return error
    }

    /// The content was not recorded.
    package static func notRecorded(_ name: String, _ gap: RecordedEvent.Gap) -> CatalogError {
        switch gap {
        case .redacted:
            CatalogError(
                "The content of \"\(name)\" was redacted. "
                    + "Replay the recording up to this entry.")
        case .unregistered:
            CatalogError(
                "\(name) was fired and is not listed in the catalog, so its content was not recorded. "
                    + "List it in the catalog, and replay this recording up to this entry.")
        case .unencodable:
            CatalogError(
                "The content of \"\(name)\" did not encode and was not recorded. "
                    + "Make it encodable, and replay this recording up to this entry.")
        case .oversized:
            CatalogError(
                "The content of \"\(name)\" was longer than the limit of a line and was not recorded. "
                    + "Put an id or a path into the event instead of the data, and replay this recording up to this entry."
            )
        }
    }
}

extension Error {
    /// The reason of an encoding or decoding error, with its place in the value.
    var codingReason: String {
        switch self as any Error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath))the member \"\(key.stringValue)\" is missing and not optional."
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath))the value is not a \(type)."
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context.codingPath))the value is null, and a \(type) was expected."
        case DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath))\(sentence(context.debugDescription))"
        case EncodingError.invalidValue(_, let context):
            "\(place(context.codingPath))\(sentence(context.debugDescription))"
        default: sentence("\(self)")
        }
    }

    private func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        let limit = 24
        let steps = path.prefix(limit).map { key in
            key.intValue.map { JSONPath.Step.index($0) } ?? .key(key.stringValue)
        }
        return "at \(JSONPath(steps))\(path.count > limit ? "…" : ""), "
    }

    private func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
