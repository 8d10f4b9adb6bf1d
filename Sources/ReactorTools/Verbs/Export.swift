import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var export: JournalVerb {
        JournalVerb(
            "export", "write it in the form of another tool",
            discussion: """
                --redux-devtools: the last 1,000 entries, unless --last says otherwise, since Redux DevTools keeps every state
                whole; fewer where the file would be longer than 50 MB. A file whose name ends in .html is a page: opened in a
                browser that has the extension, it shows the recorded state at each step. For a file on a disk the extension
                has to be allowed to access file URLs. The other file is for the extension's Import; there the page that it is
                imported on computes the states anew.

                --cloudevents: each event as a CloudEvent in JSON, one a line.

                What is secret is in it, unless --redacted is given.

                  {tool} export --redux-devtools -o page.html DIR
                  {tool} export --cloudevents DIR > events.jsonl
                """,
            options: [.reduxDevTools, .cloudEvents, .last, .redacted, .out]
        ) { call in
            switch (call.console.arguments.has(.reduxDevTools), call.console.arguments.has(.cloudEvents)) {
            case (true, true):
                throw UsageError.conflict(
                    Option.reduxDevTools.name, Option.cloudEvents.name, reason: "one form at a time")
            case (true, false): try call.exportToReduxDevTools()
            case (false, true): try call.exportCloudEvents()
            case (false, false):
                throw UsageError.missingPositional("\(Option.reduxDevTools.name) or \(Option.cloudEvents.name)")
            }
        }
    }
}

extension Option {
    fileprivate static let reduxDevTools = Option.flag("redux-devtools", "in the form that Redux DevTools imports")
    fileprivate static let cloudEvents = Option.flag("cloudevents", "as CloudEvents 1.0, a JSON line each")
}

extension JournalCall {
    fileprivate func exportToReduxDevTools() throws {
        let window = try console.arguments.last() ?? 1_000
        let recording = try opened(path())
        let progress = console.progress()
        defer { progress.end() }
        // Only the states of the window are made, and of the one before it, which goes in front.
        let last = try RecordingScan(recording.path, progress).last
        let before = last - min(last - recording.header.from, UInt64(window) + 1)
        var steps = try RecordedSteps(of: recording, after: before, catalog: tool.catalog)
        var lifted = ReduxDevToolsExport(
            of: steps.facts, base: steps.base, window: window, redactor: askedRedactor)
        while let step = try steps.next() {
            try Task.checkCancellation()
            lifted.append(step)
            progress.show("entry \(step.seq)")
        }
        progress.end()
        if lifted.isShortened {
            try note(
                "the last \(lifted.count) entries are in it: with more it would be longer than the 50 MB that the extension "
                    + "can take")
        }
        let isPage = console.arguments[.out]?.hasSuffix(".html") == true
        try deliver(isPage ? lifted.page() : lifted.bytes())
    }

    fileprivate func exportCloudEvents() throws {
        let recording = try opened(path())
        let last = try console.arguments.last().map(UInt64.init)
        let progress = console.progress()
        defer { progress.end() }
        let end = last == nil ? 0 : try RecordingScan(recording.path, progress).last
        let out = try RowOutput(self)
        var lines = try recording.lines(after: last.map { end - min(end, $0) } ?? recording.header.from)
        while let line = try lines.next() {
            guard case .entry(let entry) = line else { continue }
            let shown = askedRedactor.map { tool.catalog.redacted(entry, $0) } ?? entry
            guard let event = CloudEvent(shown, of: recording.header) else { continue }
            try out.write { event.json.write(to: &$0) }
            progress.show("entry \(entry.seq)")
        }
        try Task.checkCancellation()
        progress.end()
        try out.finish()
    }
}

/// An event of a recording in the words of CloudEvents 1.0.
struct CloudEvent {
    let json: JSON

    /// Nil for an entry without an event.
    init?(_ entry: JournalEntry, of header: JournalHeader) {
        guard let event = entry.event else { return nil }
        var json: JSON = [
            "specversion": "1.0", "id": .string("\(entry.seq)"), "source": .string("/\(header.app)/\(header.id)"),
            "type": .string(event.name), "time": .string(EntryText(entry).time),
            // Events are in order by it; a text, since whole numbers of this standard end at 2³¹.
            "sequence": .string("\(entry.seq)"), "schemaversion": .number(JSON.Number(event.version)),
            "datacontenttype": "application/json",
        ]
        let (operation, id, _) = entry.step.inspected
        json["operation"] = operation.map { .string($0.rawValue) }
        json["transaction"] = id.map { .string("\($0)") }
        json["command"] = entry.cause.map { .string($0.command) }
        json["launch"] = entry.cause.map { .string("\($0.launch)") }
        json["gap"] = event.gap.map { .string($0.rawValue) }
        json["data"] = event.readablePayload
        self.json = json
    }
}
