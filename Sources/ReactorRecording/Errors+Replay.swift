extension Errors {
    // MARK: Catalog

    static func catalog(_ error: CatalogError) -> String {
        switch error.problem {
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
            "EventCatalog: \(named(subject)) is given version \(version). Versions begin with 1."
        case .strayUpcaster(let subject, let from, let version):
            "EventCatalog: \(named(subject)) has an upcaster from version \(from), and its version is \(version). An "
                + "upcaster leads from an older version to the next: give it a number from 1 to below the version."
        case .duplicateAssignment(let name, let first, let second):
            "EventCatalog: the assignment \"\(name)\" is declared by \(first) and by \(second). Give every Assignable a "
                + "name of its own."
        case .uncodablePart(let part, let contents):
            "EventCatalog: the events of the part \"\(part)\" contain \(contents), which is not Codable, so they cannot be "
                + "recorded. Make \(contents) Codable, or leave the part out of the catalog and list an event of your own."
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
            "The upcaster of \(named(subject)) from version \(from) failed: \(reason) Fix it so that it takes every "
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
            "The content of \"\(name)\" was taken out of the recording. Replay the recording up to it."
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

    private static func shown(_ subject: CatalogError.Subject) -> String { "T\(named(subject).dropFirst())" }

    private static func named(_ subject: CatalogError.Subject) -> String {
        switch subject {
        case .state: "the state"
        case .event(let name): "the event \"\(name)\""
        }
    }

    static func malformed(expected: String) -> String { "it should hold \(expected)." }

    /// What an error of encoding or decoding says, with the place in the value.
    static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath))the member \"\(key.stringValue)\" is missing and not optional."
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

    private static let shownSteps = 24

    private static func place(_ path: [any CodingKey]) -> String {
        guard !path.isEmpty else { return "" }
        let steps = path.prefix(shownSteps).map { key in
            key.intValue.map { JSONPath.Step.index($0) } ?? .key(key.stringValue)
        }
        return "at \(JSONPath(steps))\(path.count > shownSteps ? "…" : ""), "
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}

extension Errors {
    // MARK: Replay

    static func replay(_ error: ReplayError) -> String {
        switch error.problem {
        case .catalog(let error, let seq): "At entry \(seq): \(error)"
        case .redacted(let seq):
            "At entry \(seq): secrets were taken out of the state, and without them it does not decode. Look at the entries "
                + "alone, or let the redactor name texts only."
        case .outOfSequence(let found, let expected):
            "Entry \(found) stands where entry \(expected) belongs. Lines are missing, or come twice: verify the journal, "
                + "and salvage what is good."
        case .withoutEvent(let seq):
            "Entry \(seq) should hold an event and has none. It was not written by this library: record again."
        case .refused(let refusal, let seq):
            "At entry \(seq) the log cannot do what was recorded: \(refusal) The entry does not belong to what comes before "
                + "it: something between is missing. Replay the recording up to the entry before."
        case .brokenGroup(let seq):
            "The recording ends inside the group that begins with entry \(seq). Replay it up to the entry before."
        case .outOfRange(let seq, let first, let last):
            "There is no entry \(seq) to show: the recording reaches from \(first) to \(last)."
        case .journal(let error): error.description
        }
    }

    static func finding(_ finding: Verification.Finding) -> String {
        switch finding {
        case .impure(let seq, let difference):
            "Two replays differ after entry \(seq): react(to:) is not pure. It reads a clock, a random number, something "
                + "outside of the state, or a set in the order of its hashes: put what it needs into the event, and sort "
                + "before going through a set.\n\(difference)"
        case .differs(let after, let through, let divergence):
            "The program came to another state, between entry \(after) and entry \(through), when this was recorded. "
                + "react(to:) has changed since without a new version of the events or of the state, it is not pure, or it "
                + "looks at the type of an error that the catalog's .commandEnded(failures:) does not list."
                + diverging(divergence)
        case .flawed(let seq, let flaws):
            "After entry \(seq) the state does not come back from its encoding as what it was.\n"
                + flaws.map(\.description).joined(separator: "\n")
        }
    }

    private static func diverging(_ divergence: Verification.Divergence) -> String {
        switch divergence {
        case .changes(let difference): "\nFrom what was recorded to what is replayed:\n\(difference)"
        case .members(let members):
            "\nWhat differs is replayed to:\n"
                + members.map { member in
                    let value = member.now.map { $0.excerpt(80) } ?? "nothing"
                    return "\(JSONPath([.key(member.name)])): \(value)"
                }.joined(separator: "\n")
        case .unknown: ""
        }
    }

    static func incomparable(_ reason: Verification.Incomparable) -> String {
        switch reason {
        case .withoutDigest: "It holds no digest of the state. Record with checkEvery, and close core and journal."
        case .inexact:
            "Secrets were taken out, or an event was not recorded whole, so its states are not those that were seen."
        case .version(let recorded, let known):
            "Its digests were taken of version \(recorded) of the state, and today's is \(known)."
        case .shape(let difference):
            "The state is encoded in another form today, in the same version; count the version up where that is not meant.\n"
                + "From what was recorded to today's form:\n\(difference)\n"
        }
    }

    static func flaw(_ flaw: StateFlaw) -> String {
        let member = flaw.type.map { "\(flaw.path) (\($0))" } ?? "\(flaw.path)"
        switch flaw.kind {
        case .order:
            return
                "\(member) is encoded in another order each time. Where encode(to:) goes through a set or a dictionary, "
                + "let it encode the set itself, which a recording puts in order, or sort first; or keep an array, or "
                + "KeyedRows."
        case .value:
            return "\(member) is decoded as another value than was encoded. Let encode(to:) write all of it, and "
                + "init(from:) make nothing up."
        }
    }

    // MARK: Opening

    /// `LostEvent`, in the report of an opening: the journal holds an event by its name alone.
    static func lost(_ event: LostEvent) -> String {
        let cure =
            switch event.gap {
            case .unregistered: "List it in the catalog"
            case .unencodable: "Make it encodable"
            case .oversized: "Let it name what it changes instead of carrying it"
            case .redacted: "Go on from a recording with its secrets"
            }
        return
            "The content of \(event.name), entry \(event.seq), was not recorded (\(event.gap)), and the core was opened "
            + "without it. \(cure), so that it does not happen again."
    }

    /// `OpeningReport`: events, versions or upcasters of the catalog have changed since the last session.
    static func opened(_ report: OpeningReport) -> String {
        var lines = [report.recovery.description]
        if let from = report.migratedFrom {
            lines.append(
                "The catalog has changed since it was written (the state's version was \(from.state)). It goes on in a new "
                    + "file, in today's versions.")
        }
        lines += report.lost.map(lost)
        return lines.joined(separator: "\n")
    }

    // MARK: Schema

    /// `SchemaReport`: a line for each event, with its grade: fine, risky or impossible.
    static func schemaLine(_ line: SchemaReport.Line) -> String {
        let name =
            switch line.subject {
            case .state: "the state"
            case .event(let name): name
            }
        let count = line.first.map { "\(line.count) from entry \($0)" } ?? "in the header"
        return "\(line.grade): \(name) version \(line.version), \(count)" + (line.reason.map { "; \($0)" } ?? "")
    }

    /// `SchemaReport`, behind a grade: an older version that the catalog still reads.
    static func upcast(from recorded: Int, to version: Int) -> String {
        "read by the upcasters from version \(recorded) to \(version)"
    }

    /// `SchemaReport`, behind a grade: members that are on one side only; nil if none are.
    static func members(of recorded: JSON, readAs again: JSON) -> String? {
        guard let old = recorded.object, let new = again.object else { return nil }
        let added = new.members.map(\.key).filter { old[$0] == nil }
        let gone = old.members.map(\.key).filter { new[$0] == nil }
        var reasons: [String] = []
        if !added.isEmpty {
            reasons.append("not recorded and given a default: \(added.sorted().joined(separator: ", "))")
        }
        if !gone.isEmpty { reasons.append("recorded and not read: \(gone.sorted().joined(separator: ", "))") }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}
