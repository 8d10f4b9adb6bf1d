import ReactorRecording
import ReactorTerminal

/// `weightlog journal schema`.
enum SchemaVerb {
    static let verb = Verb(
        "journal schema", "say what it holds, in which versions, and whether this weightlog can read it",
        positionals: [Declared.recording], options: [Declared.json]
    ) { console in
        let target = try RecordingTarget(console.arguments)
        let report = try target.reading { try SchemaReport(of: $0, catalog: Weights.catalog) }
        if console.arguments.has(Declared.json) {
            try console.output.write(JSON.array(report.lines.map(json)).bytes(.readable) + [10])
        } else {
            try console.output.line("\(report)".escaped(keeping: ["\n"]))
        }
        if report.grade == .impossible { throw StoreError.unreadable }
    }

    private static func json(_ line: SchemaReport.Line) -> JSON {
        let name: JSON =
            switch line.subject {
            case .state: .null
            case .event(let name): .string(name)
            }
        return [
            "event": name, "version": .number(JSON.Number(line.version)), "grade": .string("\(line.grade)"),
            "count": .number(JSON.Number(line.count)), "first": line.first.map { .number(JSON.Number($0)) } ?? .null,
            "reason": line.reason.map { .string($0) } ?? .null,
        ]
    }
}
