extension CatalogError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .duplicateName(let name, let first, let second):
            "EventCatalog: the name \"\(name)\" is used for \(first) and for \(second). Give each event its own name, and do not "
                + "change the name that was recorded first."
        case .duplicateType(let type, let first, let second):
            "EventCatalog: \(type) is listed twice, as \"\(first)\" and as \"\(second)\". List it once, with the name that was "
                + "recorded first."
        case .unusableName(let name, let type):
            "EventCatalog: \(type) cannot be recorded as \"\(name)\". Use a name without spaces and control characters, for "
                + "example weight.logged."
        case .unusableVersion(let subject, let version):
            "EventCatalog: \(subject) has the version \(version). Versions begin with 1."
        case .strayUpcaster(let subject, let from, let version):
            "EventCatalog: \(subject) has an upcaster from version \(from), and its version is \(version). An upcaster converts "
                + "an older version to the next: use a number from 1 to below the version."
        case .duplicateAssignment(let name, let first, let second):
            "EventCatalog: the assignment \"\(name)\" is declared by \(first) and by \(second). Give each Assignable its own "
                + "name."
        case .uncodablePart(let part, let contents):
            "EventCatalog: the events of the part \"\(part)\" contain \(contents), which is not Codable, so they cannot be "
                + "recorded. Make \(contents) Codable, or remove the part from the catalog and list your own event."
        case .duplicateFailure(let name):
            "EventCatalog: commandEnded lists two failures as \"\(name)\". Give each its own name."
        case .unregistered(let event):
            "\(event.type) was fired on a core that is recorded, and the core's catalog does not list it. Add this line to the "
                + "catalog: \(event.line)"
        case .unencodable(let subject, let reason):
            "\(capitalized(subject)) cannot be recorded, because it does not encode: \(reason) Make each of its values encodable."
        default: readingDescription
        }
    }

    /// The description of a problem that occurs when a recording is read.
    private var readingDescription: String {
        switch problem {
        case .unknownName(let name):
            "The recording contains the event \"\(name)\", which the catalog does not list. List it under exactly this name, as "
                + "long as recordings contain it."
        case .newerVersion(let subject, let recorded, let known):
            "\(capitalized(subject)) was recorded in version \(recorded), and this program supports versions up to \(known). Open "
                + "the recording with the program that wrote it, or a later one."
        case .missingUpcaster(let subject, let from, let recorded, let version):
            "\(capitalized(subject)) was recorded in version \(recorded), and the catalog has no upcaster from \(from) to "
                + "\(from + 1) on the way to \(version). Add upcasting: [\(from): { … }] to its line."
        case .upcasterFailed(let subject, let from, let reason):
            "The upcaster of \(subject) from version \(from) failed: \(reason) Make it accept every payload that version \(from) "
                + "wrote."
        case .undecodable(let subject, let version, let reason):
            "\(capitalized(subject)), recorded in version \(version), does not decode: \(reason) Increase its version, and add an "
                + "upcaster for the recorded payloads."
        case .notRecorded(let name, .redacted):
            "The content of \"\(name)\" was redacted. Replay the recording up to this entry."
        case .notRecorded(let name, .unregistered):
            "\(name) was fired and is not listed in the catalog, so its content was not recorded. List it in the catalog, and "
                + "replay this recording up to this entry."
        case .notRecorded(let name, .unencodable):
            "The content of \"\(name)\" did not encode and was not recorded. Make it encodable, and replay this recording up to "
                + "this entry."
        case .notRecorded(let name, .oversized):
            "The content of \"\(name)\" was longer than the limit of a line and was not recorded. Put an id or a path into the "
                + "event instead of the data, and replay this recording up to this entry."
        default: "The catalog failed."
        }
    }

    private func capitalized(_ subject: Subject) -> String { "T\(subject.description.dropFirst())" }
}

extension CatalogError.Subject: CustomStringConvertible {
    package var description: String {
        switch self {
        case .state: "the state"
        case .event(let name): "the event \"\(name)\""
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
