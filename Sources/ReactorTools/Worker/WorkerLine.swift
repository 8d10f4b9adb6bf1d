import Reactor
import ReactorPlatform
import ReactorRecording

/// The protocol of a worker: a line for each request, and a line of JSON for each response.
///
/// The worker crashes when a reducer does. The process that started it then reads the note and starts another one.
struct WorkerLine {
    let page: EventNote?

    /// The environment variable with the path of the note.
    static let note = "REACTOR_NOTE"

    /// - Parameter catalog: The catalog, for the names of events in the note.
    init<StateType>(_ catalog: EventCatalog<StateType>) throws(MinimiseError) {
        var page: EventNote?
        if let path = getenv(Self.note) { page = try EventNote(path: String(cString: path)) }
        self.page = page
        if let page {
            Witness.current = Witness(page, catalog)
            CrashSite.watch(page)
        }
        // A worker can crash often, and its core dumps are useless.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(coreLimit, &none)
    }

    /// Runs until standard input ends, or a request is incomplete.
    ///
    /// - Parameter answer: A closure that responds to a request, and can read the bytes after its line; nil ends the run.
    func run(_ answer: (_ line: [UInt8], _ input: inout LineSource) -> JSON?) {
        // Output of a reducer is not a response, and goes to standard error.
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
            guard writeAll(answer.bytes() + [UInt8(ascii: "\n")], to: output) else { return }
        }
    }
}

extension LineSource {
    /// Creates the lines that arrive at a descriptor.
    init(descriptor: Int32) {
        self.init { buffer in
            while true {
                let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                return max(count, 0)
            }
        }
    }

    /// Returns the next line, or nil at the end, and for a line that has no newline or exceeds the limit.
    mutating func wholeLine(limit: Int = .max) -> [UInt8]? {
        guard let line = try? next(limit: limit), line.isFinished, !line.isTooLong else { return nil }
        return line.bytes
    }
}

/// Writes all bytes; returns false if the other end of the pipe or socket is closed.
@discardableResult
func writeAll(
    _ bytes: [UInt8], to descriptor: Int32,
    _ write: (Int32, UnsafeRawPointer?, Int) -> Int = { systemWrite($0, $1, $2) }
) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}

#if canImport(Glibc)
    private var coreLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_CORE.rawValue) }
#else
    private var coreLimit: Int32 { RLIMIT_CORE }
#endif
