import Reactor
import ReactorRecording
import ReactorTerminal

/// A session of a backtest.
package struct BacktestSession: Hashable, Sendable {
    /// The name in rows and baselines: the name within its folder.
    package let name: String
    /// The path of the session.
    package let file: String

    /// Returns the recordings, and the recordings in folders, at these paths: each once, in the order of the paths. If two have
    /// the same name, their names are whole paths.
    static func found(at paths: [String]) throws -> [BacktestSession] {
        var seen: Set<FileIdentity> = []
        let files = try paths.flatMap { try RecordingFolder.recordings(in: $0) }.filter { path in
            // A missing file becomes a row.
            (try? SystemFileSystem().identity(of: path)).map { seen.insert($0).inserted } ?? true
        }
        let names = files.map { String($0.split(separator: "/").last ?? "/") }
        let often = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(files, names).map { file, name in
            BacktestSession(name: often[name] == 1 ? name : file, file: file)
        }
    }
}

/// A replay of recorded sessions with a new reducer, compared with the recorded states.
///
/// In this process, a reducer that crashes ends the program. With ``workers``, other processes replay the sessions, one for each
/// core. A worker that crashes, or does not return from `react(to:)`, is restarted, and its session becomes a finding.
package struct Backtest<StateType: State & Codable>: Sendable {
    /// Recordings, and folders of recordings.
    package let paths: [String]
    package let catalog: EventCatalog<StateType>
    /// The program that replays the sessions, or nil to replay them in this process.
    package var workers: WorkerCommand?
    /// The folder for the notes of workers.
    package var notes = "/tmp"
    /// The number of processes, or nil for one per core.
    package var processes: Int?
    /// The time that a worker may spend on one event. After that it is ended, and the event is a finding.
    package var limit: Duration = .seconds(30)

    package init(of paths: [String], catalog: EventCatalog<StateType>) {
        self.paths = paths
        self.catalog = catalog
    }

    /// Replays all sessions.
    ///
    /// - Parameters:
    ///   - baseline: The file from `check -o` of the old build, with the digests of every state; nil compares with the digests in
    ///     the recordings, which are few, so differences between them are not found.
    ///   - invariants: The invariants that must hold after every entry. Workers have their own.
    ///   - progress: A closure that receives each row, in no particular order.
    /// - Throws: `CancellationError`, ``MinimiseError`` of a worker, or an error of the folder or the baseline. A session that
    ///   cannot be read is a row.
    package func run(
        against baseline: String?, invariants: [Invariant<StateType>] = [], progress: (BacktestRow) -> Void = { _ in }
    ) throws -> BacktestReport {
        let sessions = try BacktestSession.found(at: paths)
        var rows: [BacktestRow] = []
        func add(_ row: BacktestRow) {
            rows.append(row)
            progress(row)
        }
        guard var workers else {
            let comparison = try SessionReference(baseline)
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
        if let baseline {
            try BaselineFile.check(baseline)
            workers.arguments += ["--baseline", baseline]
        }
        let pool = try WorkerPool(
            workers, count: min(processes ?? coreCount(), max(sessions.count, 1)), notes: notes, limit: limit)
        try pool.ask(sessions) { session, answer in
            switch answer {
            case .line(let line):
                guard let row = (try? JSON(parsing: line)).flatMap(BacktestRow.init) else {
                    throw MinimiseError.worker(program: workers.program, reason: "Its output line is not a row.")
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

extension BacktestRow {
    /// Creates the row of a session that ended its process.
    init(stopped path: String, _ status: Status, _ note: NotedEvent) {
        self.init(path: path, session: note.session, status: status)
        seq = note.seq > 0 ? note.seq : nil
        event = note.event.isEmpty ? nil : note.event
    }
}

/// The states of sessions with another build, as a file of lines.
struct BaselineFile {
    private struct Line {
        let path: String
        let bytes: [UInt8]
    }

    /// The lines by the id of the session, which is empty if that build could not read it.
    private var lines: [String: [Line]] = [:]

    /// - Throws: ``JournalError`` if it cannot be read.
    init(path: String) throws {
        do {
            var source = LineSource(try SystemFileSystem().open(path, .read))
            // A file with other lines can be of any kind.
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

    /// - Throws: ``JournalError`` if there is no baseline. A worker would end without a message.
    static func check(_ path: String) throws {
        do {
            _ = try SystemFileSystem().open(path, .read)
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// Returns the states of a session, whatever the name of its file was, or nil if the baseline does not contain the session.
    ///
    /// If there are several copies, the one with the most similar end of the path is used.
    func states(of session: String, named path: String) -> SessionStates? {
        let copies = lines[session] ?? lines[""]?.filter { $0.path == path } ?? []
        let copy = copies.max { Self.likeness($0.path, path) < Self.likeness($1.path, path) }
        return copy.flatMap { try? JSON(parsing: $0.bytes) }.flatMap(SessionStates.init)
    }

    private static func likeness(_ one: String, _ other: String) -> Int {
        let names = zip(one.split(separator: "/").reversed(), other.split(separator: "/").reversed())
        return names.prefix { $0 == $1 }.count + (one == other ? 1 : 0)
    }

    /// Returns the end of a line's first two members, the path and the session.
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
