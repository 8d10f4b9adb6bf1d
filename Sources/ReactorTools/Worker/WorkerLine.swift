import Reactor
import ReactorPlatform
import ReactorRecording

/// What a worker reads and writes: a line for each question, and a line of JSON for each answer.
///
/// It dies when a reducer does; whoever started it sees that, reads the note, and starts another.
struct WorkerLine {
    let page: EventNote?

    /// - Parameters:
    ///   - catalog: names the events in the note.
    ///   - note: where it says what is about to be applied; nil where nobody reads that.
    init<StateType>(_ catalog: EventCatalog<StateType>, note: String?) throws(MinimiseError) {
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

    /// Works until standard input ends, or a question is not whole.
    ///
    /// - Parameter answer: answers a question, and may read what stands behind its line; nil ends it.
    func run(_ answer: (_ line: [UInt8], _ input: inout DescriptorLines) -> JSON?) {
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
            page?.clear()
            guard let answer = answer(line, &input) else { return }
            page?.clear()
            guard write(answer.bytes() + [UInt8(ascii: "\n")], to: output) else { return }
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
