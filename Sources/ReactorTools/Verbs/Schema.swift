import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var schema: JournalVerb {
        JournalVerb(
            "schema", "list the events and versions, and whether this program can read them",
            discussion: "Exit status: 3 if a part of the recording cannot be read, 0 otherwise.", options: [.json]
        ) { call in
            let recording = try call.opened(call.path())
            let report = try SchemaReport(of: recording, catalog: call.tool.catalog)
            try Task.checkCancellation()
            if call.asJSON {
                for line in report.lines { try call.print(line.json) }
            } else {
                try call.print("\(report)".escaped(keeping: ["\n"]))
            }
            guard report.grade == .impossible else { return }
            if !call.asJSON { try call.complain(.unreadableEvents) }
            throw Ended(.unreadable)
        }
    }
}

extension SchemaReport.GradedVersion {
    fileprivate var json: JSON {
        let name: JSON =
            switch subject {
            case .state: .null
            case .event(let name): .string(name)
            }
        return [
            "event": name, "version": .number(JSON.Number(version)), "grade": .string("\(grade)"),
            "count": .number(JSON.Number(count)), "first": first.map { .number(JSON.Number($0)) } ?? .null,
            "reason": reason.map { .string($0) } ?? .null,
        ]
    }
}
