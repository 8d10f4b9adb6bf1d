import Reactor
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var nearMisses: JournalVerb {
        JournalVerb(
            "near-misses", "find orders that recorded sessions could have had, and that break an invariant",
            discussion: """
                Answers to commands that were under way together change places, and an answer comes later than what was
                fired behind it from elsewhere. The states of each such order have to keep the invariants of the app. Nothing
                comes before what caused it: a command that was launched after an answer had landed never comes before it.

                  {tool} near-misses sessions --tests Tests/NearMisses

                An order that ends the program, or in which react(to:) does not return, is found too: they are folded in a
                process of their own.

                With --tests each finding is a file for Swift Testing, of as few entries as break the invariant in that order
                and keep it in the order that they had. The exit code is 1 when anything is found.

                With --stdin it folds for another program.
                """,
            recordings: .several,
            options: [
                .tests, .within, .answersOnly, .ends, .limit, .module, .catalogName, .json, .stdin, .note,
            ]
        ) { call in
            if call.console.arguments.has(.stdin) {
                let note = call.console.arguments[.note]
                return try OrderWorker(call.tool.catalog, invariants: call.tool.invariants, note: note).run()
            }
            try NearMissesCall(call).run()
        }
    }
}

extension Option {
    static let tests = Option.value("tests", "FOLDER", "write a failing test for each finding")
    static let within = Option.value("within", "N", "so many steps an answer comes sooner or later; 16 otherwise")
    static let answersOnly = Option.flag("answers-only", "exchange answers with answers alone")
    static let ends = Option.flag("ends", "an order that only ends in another state is found, too")
}

/// The verb at work.
private struct NearMissesCall<StateType: State & Codable> {
    private let call: JournalCall<StateType>
    private let reach: Int
    private let looksAtEnds: Bool
    private let folder: String?
    /// Nil where the program was not called with this verb: then nothing says how to start it again.
    private let worker: WorkerFolds?

    init(_ call: JournalCall<StateType>) throws {
        self.call = call
        let arguments = call.console.arguments
        reach = try arguments.value(of: .within, as: Int.self, expected: "a whole number above 0") ?? 16
        guard reach > 0 else {
            throw UsageError.invalidValue("\(reach)", of: Option.within.name, expected: "a whole number above 0")
        }
        looksAtEnds = arguments.has(.ends)
        folder = arguments[.tests]
        // Before everything is searched, which may take long.
        if let folder, (try? SystemFileSystem().kind(of: folder)) != .folder {
            throw UsageError.invalidValue(folder, of: Option.tests.name, expected: "a folder that is there")
        }
        guard !call.tool.invariants.isEmpty || looksAtEnds else {
            throw UsageError.missingPositional(Option.ends.name)
        }
        let limit = try call.limit()
        worker = try WorkerCommand.own(before: "near-misses").map {
            try WorkerFolds(
                $0, invariants: call.tool.invariants.map(\.name), notes: WorkerCommand.noteFolder, limit: limit)
        }
    }

    func run() throws {
        let progress = call.console.progress()
        defer { progress.end() }
        var (found, orders, sessions) = (0, 0, 0)
        var worst = ExitCode.ok
        var interruption: (any Error)?
        for path in try call.paths() {
            var search: NearMisses
            do {
                try Task.checkCancellation()
                search = try self.search(try call.opened(path))
            } catch {
                progress.end()
                if Task.isCancelled {
                    interruption = error
                    break
                }
                worst = worst.worse(try call.leaveOut(path, error))
                continue
            }
            // What was found is said also where the search ended early.
            let whole = Result {
                try search.run { done, all in
                    progress.show("\(sessions) sessions, \(found) found; \(path): \(done * 100 / max(all, 1)) %")
                }
            }
            progress.end()
            let report = search.report
            (orders, sessions) = (orders + report.orders, sessions + 1)
            if !report.isGood { worst = worst.worse(.failed) }
            try sayAsRecorded(report, path)
            for miss in report.found where looksAtEnds || miss.breaks {
                found += 1
                try say(miss, in: search, path, number: found)
            }
            if case .failure(let error) = whole {
                if Task.isCancelled {
                    interruption = error
                } else {
                    worst = worst.worse(try call.leaveOut(path, error))
                }
            }
            if interruption != nil { break }
        }
        progress.end()
        if !call.asJSON {
            try call.print(
                "\(found.counted("finding")) in \(orders.counted("other order")) of \(sessions.counted("session"))"
                    + (interruption == nil ? "" : ", interrupted"))
        }
        if let interruption { throw interruption }
        if found > 0 { worst = worst.worse(.failed) }
        if worst != .ok { throw Ended(worst) }
    }

    /// What is wrong with a session whatever its order.
    private func sayAsRecorded(_ report: NearMissReport, _ path: String) throws {
        if !Task.isCancelled, let torn = try torn(path) {
            try call.note(
                "a crash tore the end of \(path) at line \(torn.line), byte \(torn.offset); what stands there was not "
                    + "searched")
        }
        if let stopped = report.stoppedAsRecorded {
            try call.note(
                "\(path) ends the program as it was recorded: \(stopped.crash.finding.text), #\(stopped.seq); what is "
                    + "before it was searched, and 'minimise --crash' makes a test of it")
        }
        for name in report.brokenAsRecorded {
            try call.note("\(path) breaks '\(name)' as it was recorded, so it is asked in no other order of it")
        }
    }

    /// Where a crash tore the end of a recording, which is searched up to there.
    private func torn(_ path: String) throws -> JournalDamage? {
        var reader = try RecordingReader(path: path)
        while try reader.next() != nil { try Task.checkCancellation() }
        return reader.torn
    }

    private func search(_ recording: OpenedRecording) throws -> NearMisses {
        let tool = call.tool
        var search =
            try worker.map { try NearMisses(in: recording, catalog: tool.catalog, by: $0) }
            ?? NearMisses(in: recording, catalog: tool.catalog, invariants: tool.invariants)
        search.reach = reach
        search.passesOthers = !call.console.arguments.has(.answersOnly)
        return search
    }

    /// Says what is found, also where its test cannot be written.
    private func say(_ miss: NearMiss, in search: NearMisses, _ path: String, number: Int) throws {
        let test = Result {
            try folder.flatMap { miss.isSeenAgain ? try write(miss, of: search, number: number, to: $0) : nil }
        }
        try say(miss, in: path, try? test.get())
        if case .failure(let error) = test {
            guard let error = call.toolError(error) else { throw error }
            try call.complain(error)
        }
    }

    private func say(_ miss: NearMiss, in path: String, _ test: String?) throws {
        if call.asJSON {
            try call.print([
                "recording": .string(path), "found": .string(miss.text),
                "earlier": .number(JSON.Number(Int(miss.earlier.seq))),
                "later": .number(JSON.Number(Int(miss.later.seq))), "orders": .number(JSON.Number(miss.times)),
                "entries": .number(JSON.Number(miss.draft.entries.count)), "test": test.map { .string($0) } ?? .null,
            ])
            return
        }
        let times = miss.times == 1 ? "" : ", in \(miss.times) orders"
        try call.print("\(path): \(miss.text)\(times)".escaped())
        if let test { try call.print("  the test: \(test)".escaped()) }
        guard miss.isSeenAgain else {
            return try call.print("  it was not seen again in that order by itself, so there is no test of it")
        }
        guard miss.breaks else { return }
        for entry in miss.draft.entries {
            let text = EntryText(entry, redactor: call.tool.redactor, catalog: call.tool.catalog)
            try call.print("  \(text.line())")
        }
    }

    /// - Returns: the file.
    private func write(
        _ miss: NearMiss, of search: NearMisses, number: Int, to folder: String
    ) throws -> String {
        let type = String(reflecting: StateType.self)
        let arguments = call.console.arguments
        let finding: FailingTest.Finding
        switch miss.kind {
        case .broken(let name): finding = .invariant(name)
        case .ends(let place):
            var replay = try Replay(of: search.recorded, catalog: call.tool.catalog)
            finding = .differs(place: place, expected: try replay.json())
        case .stops(let crash): finding = crash.finding
        }
        let name = "NearMiss\(number)"
        let test = FailingTest(
            draft: miss.draft, finding: finding, entriesBefore: search.recorded.entries.count,
            module: arguments[.module] ?? String(type.prefix { $0 != "." }),
            catalog: arguments[.catalogName] ?? "\(type.drop { $0 != "." }.dropFirst()).catalog",
            remark: "In the session, #\(miss.later.seq) \(miss.later.eventText) came after #\(miss.earlier.seq) "
                + "\(miss.earlier.eventText).")
        let path = "\(folder)/\(name).swift"
        try call.write(Array(test.source(name: name).utf8), found: path)
        if !test.holdsEvents { try call.write(miss.draft.bytes(), found: "\(folder)/\(name).jsonl") }
        return path
    }
}

extension NearMiss {
    /// Whether it must not be so, and does not only end otherwise.
    fileprivate var breaks: Bool { if case .ends = kind { false } else { true } }
}

extension NearMissReport {
    /// Whether all of the session was searched.
    fileprivate var isGood: Bool { stoppedAsRecorded == nil }
}
