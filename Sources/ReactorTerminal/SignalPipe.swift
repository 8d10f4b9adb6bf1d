import ReactorPlatform

/// A pipe that receives a byte for each signal. Almost nothing else is safe in a signal handler.
///
/// (A Dispatch signal source requires the signal to be ignored, and Linux drops an ignored signal that the main thread does not
/// block: one Ctrl-C in three was lost.)
struct SignalPipe {
    /// Created before any handler is set, so that a handler only reads it.
    static let shared = SignalPipe()

    let reader: Int32
    private let writer: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fatalError("no pipe for signals: \(String(cString: strerror(errno)))") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reader = ends[0]
        writer = ends[1]
    }

    /// Writes the number of each such signal into the pipe from now on.
    func observe(_ signal: Int32) {
        let handler: @convention(c) (Int32) -> Void = { signal in
            let interrupted = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            // A full pipe wakes the reader, too.
            _ = write(SignalPipe.shared.writer, &byte, 1)
            errno = interrupted
        }
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #elseif canImport(Musl)
            action.__sa_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_RESTART)
        sigaction(signal, &action, nil)
    }

    /// Reads all received signals.
    ///
    /// - Returns: The last signal.
    func take() -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var last: Int32?
        while case let count = read(reader, &bytes, bytes.count), count > 0 { last = Int32(bytes[count - 1]) }
        return last
    }
}
