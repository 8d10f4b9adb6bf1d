import Reactor
import ReactorPlatform
import ReactorRecording

/// What a worker reads and writes: a line for each question, and a line of JSON for each answer.
///
/// It dies when a reducer does; whoever started it sees that, reads the note, and starts another.
struct WorkerLine {
    let page: EventNote?

    /// The name of the variable with the path of the file where it notes what is about to be applied.
    static let note = "REACTOR_NOTE"

    /// - Parameter catalog: names the events in the note.
    init<StateType>(_ catalog: EventCatalog<StateType>) throws(MinimiseError) {
        var page: EventNote?
        if let path = getenv(Self.note) { page = try EventNote(path: String(cString: path)) }
        self.page = page
        if let page {
            Witness.current = Witness(page, catalog)
            CrashSite.watch(page)
        }
        // A worker that dies does so often, and its core is of no use to anybody.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(coreLimit, &none)
    }

    /// Works until standard input ends, or a question is not whole.
    ///
    /// - Parameter answer: answers a question, and may read what stands behind its line; nil ends it.
    func run(_ answer: (_ line: [UInt8], _ input: inout LineSource) -> JSON?) {
        // What a reducer prints is no answer, and goes where errors do.
        let output = dup(1)
        _ = dup2(2, 1)
        defer {
            fflush(nil)
            _ = dup2(output, 1)
            close(output)
        }
        var input = LineSource(descriptor: 0)
        while let line = input.wholeLine(limit: 1 << 20) {
            page?.clear()
            guard let answer = answer(line, &input) else { return }
            page?.clear()
            guard write(answer.bytes() + [UInt8(ascii: "\n")], to: output) else { return }
        }
    }
}

extension LineSource {
    /// The lines that arrive at a descriptor.
    init(descriptor: Int32) {
        self.init { buffer in
            while true {
                let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                return max(count, 0)
            }
        }
    }

    /// The next line, nil at the end, and for a line that has no newline or is longer than the limit.
    mutating func wholeLine(limit: Int = .max) -> [UInt8]? {
        guard let line = try? next(limit: limit), line.isFinished, !line.isTooLong else { return nil }
        return line.bytes
    }
}

private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = { read($0, $1, $2) }

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
