import Reactor
import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Replays one session after the other for another program: `backtest --stdin` and `states --stdin`.
///
/// It reads a line: a path; or `{"path": name, "file": path}`; or `{"path": name, "bytes": N}` and then the N bytes of the
/// recording. It writes exactly one line of JSON for each, before it reads the next; what a reducer prints goes to standard
/// error. It dies when a reducer does; whoever started it sees that, reads the note, and starts another.
struct BatchWorker<StateType: State & Codable> {
    enum Task {
        case backtest(SessionReference)
        case states
    }

    private let check: SessionCheck<Witnessed<StateType>>
    private let task: Task
    private let page: EventNote?

    init(
        _ catalog: EventCatalog<StateType>, invariants: [Invariant<StateType>], task: Task, note: String?
    ) throws(MinimiseError) {
        let witnessed = catalog.wrapping(in: Witnessed<StateType>.self)
        check = SessionCheck(
            catalog: witnessed,
            invariants: invariants.map { invariant in Invariant(invariant.name) { invariant.holds($0.inner) } })
        self.task = task
        var page: EventNote?
        if let note { page = try EventNote(path: note) }
        self.page = page
        if let page {
            Witness.current = Witness(page, catalog)
            CrashSite.watch(page)
        }
        // A worker that dies does so often, and its core is of no use to anybody.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(coreLimit, &none)
    }

    /// Works until standard input ends.
    ///
    /// - Parameter clock: the milliseconds since some time; nil measures nothing.
    func run(clock: (() -> UInt64)? = nil) {
        // What a reducer prints is no answer, and goes where errors do.
        let output = dup(1)
        _ = dup2(2, 1)
        defer {
            fflush(nil)
            _ = dup2(output, 1)
            close(output)
        }
        var input = DescriptorLines(descriptor: 0)
        while let line = input.next(limit: 1 << 20) {
            let start = clock?()
            let answer: JSON
            let request = line.first == UInt8(ascii: "{") ? try? JSON(parsing: line) : nil
            let path = request?["path"]?.string ?? String(decoding: line, as: UTF8.self)
            if let count = request?["bytes"]?.int {
                guard let bytes = input.read(count) else { return }
                answer = self.answer(path, start, clock) { try Recording(bytes: bytes, named: path) }
            } else {
                let file = request?["file"]?.string ?? path
                answer = self.answer(path, at: file, start, clock) { try RecordingFile(path: file) }
            }
            guard write(answer.bytes() + [UInt8(ascii: "\n")], to: output) else { return }
        }
    }

    private func answer(
        _ path: String, at file: String? = nil, _ start: UInt64?, _ clock: (() -> UInt64)?,
        _ read: () throws -> any RecordingSource
    ) -> JSON {
        page?.clear()
        defer { page?.clear() }
        switch task {
        case .backtest(let reference):
            var row = check.row(path, at: file, against: reference, reading: read)
            if let start, let clock { row.ms = clock() - start }
            return row.json
        case .states:
            do {
                let source = try read()
                // Who sends a recording made it up, and wants to see the state.
                return check.states(path, of: source, withEnd: source is Recording).json
            } catch {
                var states = RecordedStates(path: path, session: "")
                states.obstacle = "\(error)"
                return states.json
            }
        }
    }
}

/// Writes all of it; false when nobody reads any more.
func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let count = systemWrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }

#if canImport(Glibc)
    private var coreLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_CORE.rawValue) }
#else
    private var coreLimit: Int32 { RLIMIT_CORE }
#endif
