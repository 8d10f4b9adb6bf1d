import ReactorRecording
import ReactorTools
import ReactorTerminal

/// `weightlog journal bisect`.
enum BisectVerb {
    static let verb = Verb(
        "journal bisect", "find the first entry after which something was so",
        discussion: """
            One question at a time; what was shown and not confirmed counts too. The exit code is 1 when it never was.

              weightlog journal bisect --count-at-least 100
              weightlog journal bisect --weight-above 82.5
            """,
        positionals: [Declared.recording],
        options: [Declared.countAtLeast, Declared.weightAbove, Declared.json]
    ) { console in
        let question = try BisectQuestion(console.arguments)
        let target = try RecordingTarget(console.arguments)
        let progress = console.progress()
        defer { progress.end() }
        let found = try target.reading { recording -> (seq: UInt64, entry: JournalEntry?)? in
            let playback = try Playback(of: recording, catalog: Weights.catalog) { seq in
                progress.show("telling it again: entry \(seq)")
            }
            // Weights are deleted too, so what was so need not stay so: every state is looked at.
            guard let seq = try playback.first(by: .scan, where: question.holds) else {
                if let obstacle = playback.obstacle { throw obstacle }
                return nil
            }
            return (seq, try recording.entry(seq))
        }
        progress.end()
        if console.arguments.has(Declared.json) {
            let json: JSON = ["entry": found.map { .number(JSON.Number($0.seq)) } ?? .null]
            try console.output.write(json.bytes(.readable) + [10])
        }
        guard let found else { throw StoreError.never(asked: question.text) }
        guard !console.arguments.has(Declared.json) else { return }
        if let entry = found.entry {
            try console.output.line(EntryText(entry).line())
        } else {
            try console.output.line("From the beginning of the recording, before entry \(found.seq + 1).")
        }
    }
}

/// What `bisect` looks for.
struct BisectQuestion {
    let text: String
    let holds: (Weights) -> Bool

    init(_ arguments: Arguments) throws {
        let count = try arguments.value(of: Declared.countAtLeast, as: Int.self, expected: "a whole number")
        let (countName, weightName) = (Declared.countAtLeast.name, Declared.weightAbove.name)
        switch (count, arguments[Declared.weightAbove]) {
        case (let count?, nil):
            text = "there are \(count.counted("weight")) or more"
            holds = { $0.book.records.count >= count }
        case (nil, let limit?):
            let weight = try Weight(parsing: limit, unit: .kilograms)
            text = "a weight is above \(weight)"
            holds = { $0.book.records.contains { $0.reading.weight > weight } }
        case (nil, nil): throw UsageError.missingPositional("\(countName) N or \(weightName) KG")
        case (_?, _?): throw UsageError.conflict(countName, weightName, reason: "one question at a time")
        }
    }
}

extension RecordingFile {
    /// The entry of this number, nil for what stands before the first.
    fileprivate func entry(_ seq: UInt64) throws(ReplayError) -> JournalEntry? {
        guard seq > header.from else { return nil }
        var lines = try lines(after: seq - 1)
        while let line = try lines.next() {
            if case .entry(let entry) = line { return entry }
        }
        return nil
    }
}
