import Reactor
import ReactorRecording
import ReactorTerminal

/// One session of a backtest.
package struct BacktestSession: Hashable, Sendable {
    /// What rows and baselines call it: its name within its folder.
    package let name: String
    /// Where it is.
    package let file: String
}

/// Which sessions a backtest looks at.
package struct BacktestSessions: Hashable, Sendable {
    let paths: [String]

    /// The recordings in a folder, each a file or a folder of segments.
    package static func folder(_ path: String) -> BacktestSessions { BacktestSessions(paths: [path]) }

    /// These recordings, and those in these folders.
    package static func paths(_ paths: [String]) -> BacktestSessions { BacktestSessions(paths: paths) }

    /// The sessions in the order in which they were named, each once. Where two have one name, the whole path is their
    /// name.
    func found() throws -> [BacktestSession] {
        var seen: Set<FileIdentity> = []
        let files = try paths.flatMap { try RecordingFolder.recordings(in: $0) }.filter { path in
            // What is not there becomes a row.
            (try? SystemFileSystem().identified(path)).map { seen.insert($0).inserted } ?? true
        }
        let names = files.map { String($0.split(separator: "/").last ?? "/") }
        let often = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(files, names).map { file, name in
            BacktestSession(name: often[name] == 1 ? name : file, file: file)
        }
    }
}

/// What recorded sessions come to with a new reducer, compared with what they came to.
///
/// In this process a reducer that crashes ends the program. With ``workers`` sessions are replayed by processes, one for
/// each core: one that dies, or does not return from `react(to:)`, is started again, and that is booked to its session.
package struct Backtest<StateType: State & Codable>: Sendable {
    /// What the sessions are compared with.
    package enum Reference: Hashable, Sendable {
        /// The digests that a journal holds. It holds few: what differs in between is not found.
        case recorded
        /// The file that `check -o` of the old build wrote: every state is compared.
        case baseline(String)
    }

    /// The sessions.
    package let sessions: BacktestSessions
    /// What they are read with.
    package let catalog: EventCatalog<StateType>
    /// The program that replays them; nil replays them here.
    package var workers: WorkerCommand?
    /// A folder where workers may leave notes.
    package var notes = "/tmp"
    /// How many processes there are; nil for one a core.
    package var processes: Int?
    /// So long may a worker be at one event, before it is ended and the event is a finding.
    package var limit: Duration = .seconds(30)

    /// A backtest in this process.
    package init(of sessions: BacktestSessions, catalog: EventCatalog<StateType>) {
        self.sessions = sessions
        self.catalog = catalog
    }

    /// Replays all sessions.
    ///
    /// - Parameters:
    ///   - reference: what they are compared with.
    ///   - invariants: what has to hold after every entry. Workers know their own.
    ///   - progress: called with each row as it comes, in no order.
    /// - Throws: `CancellationError`, ``MinimiseError`` of a worker, and what the folder or the baseline throws. A session
    ///   that cannot be read is a row.
    package func against(
        _ reference: Reference, invariants: [Invariant<StateType>] = [], progress: (BacktestRow) -> Void = { _ in }
    ) throws -> BacktestReport {
        let sessions = try sessions.found()
        var rows: [BacktestRow] = []
        func add(_ row: BacktestRow) {
            rows.append(row)
            progress(row)
        }
        guard var workers else {
            let comparison = try reference.session
            let check = SessionCheck(catalog: catalog, invariants: invariants)
            for session in sessions {
                try Task.checkCancellation()
                add(
                    check.row(session.name, at: session.file, against: comparison) {
                        try RecordingFile(path: session.file)
                    })
            }
            return BacktestReport(rows)
        }
        workers.arguments += ["check", "-"]
        if case .baseline(let path) = reference {
            try BaselineFile.check(path)
            workers.arguments += ["--baseline", path]
        }
        let pool = try WorkerPool(
            workers, count: min(processes ?? coreCount(), max(sessions.count, 1)), notes: notes, limit: limit)
        try pool.ask(sessions) { session, answer in
            switch answer {
            case .line(let line):
                guard let row = (try? JSON(parsing: line)).flatMap(BacktestRow.init) else {
                    throw MinimiseError.worker(program: workers.program, reason: "Its line is no row.")
                }
                add(row)
            case .died(let signal, let note):
                var row = BacktestRow(stopped: session.name, .crash, note)
                row.invariant = "signal \(signal)" + (note.place == 0 ? "" : " at 0x\(String(note.place, radix: 16))")
                add(row)
            case .hung(let note): add(BacktestRow(stopped: session.name, .hang, note))
            case .ended(let code):
                throw MinimiseError.worker(program: workers.program, reason: "It ended with the code \(code).")
            }
        }
        return BacktestReport(rows)
    }
}

extension Backtest.Reference {
    /// What each session is compared with.
    var session: SessionReference {
        get throws {
            switch self {
            case .recorded: .recorded
            case .baseline(let path): .baseline(try BaselineFile(path: path))
            }
        }
    }
}

extension BacktestRow {
    /// A session that the program which replayed it did not survive.
    init(stopped path: String, _ status: Status, _ note: EventNote.Content) {
        self.init(path: path, session: note.session, status: status)
        seq = note.seq > 0 ? note.seq : nil
        event = note.event.isEmpty ? nil : note.event
    }
}

/// What another build made of sessions, as a file of lines.
struct BaselineFile {
    private struct Line {
        let path: String
        let bytes: [UInt8]
    }

    /// By the id of the session, which is empty where that build could not read it.
    private var lines: [String: [Line]] = [:]

    /// - Throws: ``JournalError`` when it cannot be read.
    init(path: String) throws {
        do {
            var source = LineSource(try SystemFileSystem().opened(path, .read))
            // What does not begin as a line of it does may be any file.
            while let line = try source.next(limit: source.begins(with: "{\"path\":") ? .max : 1 << 16) {
                guard line.isFinished, let end = Self.endOfNames(line.bytes),
                    let names = try? JSON(parsing: Array(line.bytes[..<end]) + [UInt8(ascii: "}")]),
                    let name = names["path"]?.string, let session = names["session"]?.string
                else { continue }
                lines[session, default: []].removeAll { $0.path == name }
                lines[session, default: []].append(Line(path: name, bytes: line.bytes))
            }
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// - Throws: ``JournalError`` when there is none: a worker would end without a word.
    static func check(_ path: String) throws {
        do {
            _ = try SystemFileSystem().opened(path, .read)
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// What the build made of a session, whatever its file was called then; nil when it did not have it.
    ///
    /// Where it had several copies of the session, the one whose path ends most alike is meant.
    func states(of session: String, named path: String) -> SessionStates? {
        let copies = lines[session] ?? lines[""]?.filter { $0.path == path } ?? []
        let copy = copies.max { Self.likeness($0.path, path) < Self.likeness($1.path, path) }
        return copy.flatMap { try? JSON(parsing: $0.bytes) }.flatMap(SessionStates.init)
    }

    private static func likeness(_ one: String, _ other: String) -> Int {
        let names = zip(one.split(separator: "/").reversed(), other.split(separator: "/").reversed())
        return names.prefix { $0 == $1 }.count + (one == other ? 1 : 0)
    }

    /// Where the first two members of a line end, its path and its session.
    private static func endOfNames(_ line: [UInt8]) -> Int? {
        var quotes = 0
        var index = 0
        while index < line.count {
            if line[index] == UInt8(ascii: "\\") {
                index += 1
            } else if line[index] == UInt8(ascii: "\"") {
                quotes += 1
                if quotes == 8 { return index + 1 }
            }
            index += 1
        }
        return nil
    }
}
