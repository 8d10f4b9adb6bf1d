extension BugReport {
    /// Creates an attachment for a crash report: a bug report with the end of the journal, the later steps in the flight
    /// recorder, and the step in flight.
    ///
    /// The file is not longer than `limit`. The recording in it begins as early in the segment as the limit allows, with the
    /// state at that place. If not even the header fits, the report contains the id of the journal and the step in flight, which
    /// take less than 600 bytes. The member `leftOut` of the file lists the contents that were left out.
    ///
    /// - Parameters:
    ///   - end: The unexpected end of a journal.
    ///   - catalog: The catalog, which converts older entries and the flight recorder's steps into the current form for the
    ///     redactor.
    ///   - redactor: The redactor; nil includes all secrets.
    ///   - limit: The largest size of the file in bytes.
    ///   - versions: The versions of the app and its environment.
    ///   - facts: Facts about the device.
    /// - Throws: ``ReplayError`` if the segment no longer exists or cannot be read.
    /// - Complexity: A replay of the segment if it does not fit as a whole.
    public init<StateType>(
        of end: UnexpectedEnd, catalog: EventCatalog<StateType>, redactor: Redactor?, limit: Int = 200_000,
        versions: [String: String] = [:], facts: [String: String] = [:]
    ) throws(ReplayError) {
        self = try end.report(redactor, catalog: catalog, limit: limit, versions: versions, facts: facts)
    }
}

extension UnexpectedEnd {
    fileprivate func report<StateType>(
        _ redactor: Redactor?, catalog: EventCatalog<StateType>, limit: Int, versions: [String: String],
        facts: [String: String]
    ) throws(ReplayError) -> BugReport {
        let recording = try recording()
        let secrets =
            redactor.map { recording.secrets(RedactorOfCatalog(redactor: $0, catalog: catalog)) } ?? []
        var kept = recording.lines.count
        while true {
            let end = try recording.end(kept, catalog)
            var report = try BugReport(
                of: end, catalog: catalog, redactor, knowing: secrets, versions: versions, facts: facts)
            report.unexpectedEnd = self
            if kept < recording.lines.count {
                report.leftOut = BugReport.leftOut(entries: end.header.from - recording.header.from, base: false)
            }
            if report.bytes().count <= limit { return report }
            if kept > entries.count {
                // The number of lines that would fit if they were equally long, or half of them if they are not.
                kept = max(entries.count, min(kept / 2, kept * limit / report.bytes().count))
                continue
            }
            return try withoutState(recording, limit) { newest throws(ReplayError) in
                try BugReport(
                    of: newest, catalog: catalog, redactor, knowing: secrets, versions: versions, facts: facts)
            }
        }
    }

    /// Returns the last segment up to its end, followed by the steps of the flight recorder.
    private func recording() throws(ReplayError) -> Recording {
        let file = try RecordingFile(path: file)
        var rest = try file.lines(after: file.header.from)
        var lines: [JournalLine] = []
        // A core may have continued the segment since then.
        while let line = try rest.next(), line.lastSeq <= seq { lines.append(line) }
        return Recording(header: file.header, lines: lines + entries.map(JournalLine.entry))
    }

    /// Returns a recording without the state, if the state alone exceeds the limit. It cannot be replayed, but its newest entries
    /// can be read.
    private func withoutState(
        _ recording: Recording, _ limit: Int,
        _ make: (Recording) throws(ReplayError) -> BugReport
    ) throws(ReplayError) -> BugReport {
        var header = recording.header
        header.base = Redactor.mark.bytes()
        header.pending = []
        header.isRedacted = true
        var newest = entries[...]
        while true {
            header.from = newest.first.map { $0.seq - 1 } ?? seq
            var report = try make(Recording(header: header, lines: newest.map(JournalLine.entry)))
            report.unexpectedEnd = self
            report.leftOut = BugReport.leftOut(entries: header.from - recording.header.from, base: true)
            if report.bytes().count <= limit { return report }
            if newest.isEmpty { return withoutRecording(report) }
            newest = newest.dropFirst((newest.count + 1) / 2)
        }
    }

    private func withoutRecording(_ report: BugReport) -> BugReport {
        var report = report
        report.recording = []
        (report.facts, report.versions) = ([:], [:])
        report.unexpectedEnd = UnexpectedEnd(file: file, seq: seq, inFlight: inFlight)
        report.leftOut = "the recording and the facts of the app, which are too long"
        return report
    }

    /// The JSON in a bug report.
    var json: JSON {
        var json: JSON = ["seq": .number(JSON.Number(seq))]
        json["inFlight"] = inFlight?.json
        json["missing"] = .array(missing.suffix(Self.mostShown).map(\.json))
        return json
    }

    /// The names of steps need space, too. The last ones are the most useful.
    private static let mostShown = 100
}

extension UnexpectedEnd.Step {
    fileprivate var json: JSON {
        var json: JSON = ["seq": .number(JSON.Number(seq))]
        json["event"] = event.map { .string($0) }
        json["launch"] = launch.map { .number(JSON.Number($0)) }
        return json
    }
}

extension Recording {
    /// Returns all secrets in the end, as texts.
    fileprivate func secrets<StateType>(_ redactor: RedactorOfCatalog<StateType>) -> Set<String> {
        lines.reduce(into: redactor.secrets(in: .header(header))) { $0.formUnion(redactor.secrets(in: $1)) }
    }

    /// Returns a recording that begins with the state before its last `count` lines, or before the group of the first one.
    fileprivate func end<StateType>(
        _ count: Int, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> Recording {
        var begin = lines.count - count
        while begin > 0, case .entry(let entry) = lines[begin], entry.group?.index ?? 1 > 1 { begin -= 1 }
        guard begin > 0 else { return self }
        var replay = try Replay(header, catalog: catalog, passesGaps: true)
        var counters = header.counters
        for line in lines[..<begin] {
            try replay.read(line)
            switch line {
            case .entry(let entry): counters.count(entry)
            case .check(let check): counters.count(check)
            case .header(let header): counters = header.counters
            }
        }
        var header = try ReplayError.atEntry(
            replay.seq, replay.record().header(catalog, at: self.header.at, counters))
        (header.id, header.app) = (self.header.id, self.header.app)
        header.from = replay.seq
        return Recording(header: header, lines: Array(lines[begin...]))
    }
}

extension BugReport {
    /// Describes the contents that a report omits because of its limit.
    fileprivate static func leftOut(entries: UInt64, base: Bool) -> String {
        let first = entries == 0 ? "" : "the first \(entries) entries of the segment"
        let state = base ? "the state, which is too long, so that it cannot be replayed" : ""
        return [state, first].filter { !$0.isEmpty }.joined(separator: ", and ")
    }
}
