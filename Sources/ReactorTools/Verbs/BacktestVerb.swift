import Reactor
import ReactorRecording
import ReactorTerminal

extension JournalVerb {
    static var backtest: JournalVerb {
        JournalVerb(
            "backtest", "replay many sessions with this build, and name those that differ",
            discussion: """
                Every recording in a folder is replayed, by as many processes as there are cores. The states are compared
                with the digests in the journals, or, entry by entry, with what another build wrote with 'states', and have to
                keep the invariants of the app. A session that ends the program, or hangs in react(to:), is named with its entry.

                  old-{tool} states --digests sessions -o states.jsonl
                  {tool} backtest --baseline states.jsonl sessions

                With --json a line for each cause, with --rows one for each session. A session is looked up in the baseline by its
                id, whatever its file was called. The exit code is 1 when any differs, and when nothing was compared.

                With --stdin it replays for another program: it reads a line for each session, a path or {"path", "bytes"}
                and the bytes, and writes one line of JSON each.
                """,
            recordings: .several,
            options: [.baseline, .rows, .out, .processes, .limit, .json, .stdin, .note, .withoutInvariants]
        ) { call in
            let arguments = call.console.arguments
            let references: Backtest<StateType>.Reference = arguments[.baseline].map { .baseline($0) } ?? .recorded
            if arguments.has(.stdin) {
                let invariants = arguments.has(.withoutInvariants) ? [] : call.tool.invariants
                let worker = try BatchWorker(
                    call.tool.catalog, invariants: invariants, reference: try references.session,
                    note: arguments[.note])
                return worker.run(clock: milliseconds)
            }
            var backtest = Backtest(of: .paths(try call.paths()), catalog: call.tool.catalog)
            backtest.workers = .own(before: "backtest")
            backtest.notes = WorkerCommand.noteFolder
            backtest.limit = try call.limit()
            backtest.goesOnWhereBroken = arguments.has(.withoutInvariants)
            backtest.processes = try arguments.value(of: .processes, as: Int.self, expected: "a whole number above 0")
            if let processes = backtest.processes, processes < 1 {
                throw UsageError.invalidValue(
                    "\(processes)", of: Option.processes.name, expected: "a whole number above 0")
            }
            let output = try RowOutput(call)
            let progress = call.console.progress()
            defer { progress.end() }
            var found = 0
            var rows: [BacktestRow] = []
            var interruption: CancellationError?
            do {
                _ = try backtest.against(references) { row in
                    rows.append(row)
                    found += row.isFinding ? 1 : 0
                    progress.show("\(rows.count) sessions, \(found) differ")
                }
            } catch let error as CancellationError {
                interruption = error
            }
            progress.end()
            let report = BacktestReport(rows)
            let wantsRows = arguments.has(.rows)
            if wantsRows {
                for row in report.rows { try output.write { $0 += row.json.bytes() } }
                try output.finish()
            }
            if call.asJSON {
                for cause in report.causes { try call.print(cause.json) }
            } else if !wantsRows || arguments[.out] != nil {
                try call.print("\(report)".escaped(keeping: ["\n"]))
            }
            if let interruption { throw interruption }
            if !report.findings.isEmpty { throw Ended(.failed) }
            if !report.hasCompared { throw ToolError.nothingCompared(baseline: arguments[.baseline]) }
        }
    }

    static var states: JournalVerb {
        JournalVerb(
            "states", "write what this build makes of every entry, for another build to compare with",
            discussion: """
                One line of JSON for each recording: which digests of the state's parts are others than after the entry
                before. 'backtest --baseline' of another build compares with it.
                """,
            recordings: .several, options: [.digests, .out]
        ) { call in
            let check = SessionCheck(catalog: call.tool.catalog, invariants: [])
            let output = try RowOutput(call)
            let progress = call.console.progress()
            defer { progress.end() }
            var worst = ExitCode.ok
            for session in try BacktestSessions.paths(try call.paths()).found() {
                try Task.checkCancellation()
                progress.show(session.name)
                let states: SessionStates
                do {
                    states = check.states(session.name, of: try call.opened(session.file))
                } catch {
                    var none = SessionStates(path: session.name, session: "")
                    none.obstacle = "\(error)"
                    states = none
                    progress.end()
                    worst = worst.worse(try call.leaveOut(session.file, error))
                }
                try output.write { $0 += states.json.bytes() }
                guard worst == .ok, let obstacle = states.obstacle else { continue }
                progress.end()
                try call.complain(.recordingLeftOut(session.file, obstacle))
                worst = .unreadable
            }
            progress.end()
            try output.finish()
            if worst != .ok { throw Ended(worst) }
        }
    }
}

extension Option {
    static let baseline = Option.value("baseline", "FILE", "compare with what another build wrote with 'states'")
    static let rows = Option.flag("rows", "a line of JSON for each session, to -o or standard output")
    static let processes = Option.value("processes", "N", "so many processes; one a core otherwise")
    static let stdin = Option.flag("stdin", "replay what standard input names, for another program")
    static let note = Option.value("note", "FILE", "where to note what is about to be applied, with --stdin")
    static let withoutInvariants = Option.flag(
        "without-invariants", "go on where one is broken: a crash may follow")
    static let digests = Option.flag("digests", "digests of the state's parts, which is all it writes")
}

/// The start is looked at first: it is made when it is first asked for, and must not be later than what is measured from it.
private func milliseconds() -> UInt64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return UInt64(seconds) * 1_000 + UInt64(attoseconds / 1_000_000_000_000_000)
}

private let start = ContinuousClock.now
