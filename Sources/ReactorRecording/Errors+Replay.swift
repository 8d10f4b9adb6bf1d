extension Errors {
    // MARK: Catalog

    static func catalog(_ error: CatalogError) -> String {
        switch error {
        case .duplicateName(let name, let first, let second):
            "EventCatalog: the name \"\(name)\" is given to \(first) and to \(second). Give each event a name of its own, "
                + "and leave the one that was recorded first as it is."
        case .duplicateType(let type, let first, let second):
            "EventCatalog: \(type) is listed twice, as \"\(first)\" and as \"\(second)\". List it once, under the name "
                + "that was recorded first."
        case .unusableName(let name, let type):
            "EventCatalog: \(type) cannot be recorded as \"\(name)\". Give it a name without spaces or control "
                + "characters, such as weight.logged."
        case .unusableVersion(let subject, let version):
            "EventCatalog: \(shown(subject)) is given version \(version). Versions begin with 1."
        case .strayUpcaster(let subject, let from, let version):
            "EventCatalog: \(shown(subject)) has an upcaster from version \(from), and its version is \(version). An "
                + "upcaster leads from an older version to the next: give it a number from 1 to below the version."
        case .duplicateAssignment(let name, let first, let second):
            "EventCatalog: the assignment \"\(name)\" is declared by \(first) and by \(second). Give every Assignable a "
                + "name of its own."
        case .duplicateFailure(let name):
            "EventCatalog: commandEnded lists two failures as \"\(name)\". Give each a name of its own."
        case .unregistered(let event):
            "\(event.type) was fired on a core that is recorded, and its catalog does not list it. Add to the catalog: "
                + event.line
        case .unencodable(let subject, let reason):
            "\(shown(subject)) cannot be recorded: \(reason) Make every value in it encodable."
        case .unknownName(let name):
            "The recording holds the event \"\(name)\", which the catalog does not list. List it, under exactly this "
                + "name, for as long as recordings hold it."
        case .newerVersion(let subject, let recorded, let known):
            "\(shown(subject)) was recorded in version \(recorded), and this program knows it up to \(known). Open the "
                + "recording with the program that wrote it, or a newer one."
        case .missingUpcaster(let subject, let from, let recorded, let version):
            "\(shown(subject)) was recorded in version \(recorded), and no upcaster leads from \(from) to \(from + 1) on "
                + "the way to \(version). Add upcasting: [\(from): { … }] to its line."
        case .upcasterFailed(let subject, let from, let reason):
            "The upcaster of \(shown(subject)) from version \(from) failed: \(reason) Mend it so that it takes every "
                + "payload that version \(from) wrote."
        case .undecodable(let subject, let version, let reason):
            "\(shown(subject)), recorded in version \(version), does not decode: \(reason) Count its version up and add an "
                + "upcaster for what was recorded before."
        case .notRecorded(let name, let gap): notRecorded(name, gap)
        }
    }

    private static func notRecorded(_ name: String, _ gap: RecordedEvent.Gap) -> String {
        switch gap {
        case .redacted:
            "The content of \"\(name)\" was taken out when it was recorded. Replay the recording up to it."
        case .unregistered:
            "\(name) was fired and not listed in the catalog, so its content was not recorded. List it in the catalog, and "
                + "replay this recording up to it."
        case .unencodable:
            "The content of \"\(name)\" did not encode and was not recorded. Make it encodable, and replay this recording "
                + "up to it."
        case .oversized:
            "The content of \"\(name)\" was longer than a line may be and was not recorded. Let the event name what it "
                + "changes instead of carrying it, and replay this recording up to it."
        }
    }

    static func shown(_ subject: CatalogSubject) -> String {
        switch subject {
        case .state: "The state"
        case .event(let name): "The event \"\(name)\""
        }
    }

    static func malformed(expected: String) -> String { "it should hold \(expected)." }

    /// What an error of encoding or decoding says, with the place in the value.
    static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath))the member \"\(key.stringValue)\" is missing."
        case DecodingError.typeMismatch(let type, let context):
            "\(place(context.codingPath))it is not a \(type)."
        case DecodingError.valueNotFound(let type, let context):
            "\(place(context.codingPath))it is null and should be a \(type)."
        case DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath))\(sentence(context.debugDescription))"
        case EncodingError.invalidValue(_, let context):
            "\(place(context.codingPath))\(sentence(context.debugDescription))"
        default: sentence("\(error)")
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        let steps = path.map { key in key.intValue.map { JSONPath.Step.index($0) } ?? .key(key.stringValue) }
        return "at \(JSONPath(steps)), "
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
