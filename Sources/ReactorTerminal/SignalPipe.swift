import ReactorPlatform

/// Turns signals into bytes in a pipe, which is about all that a signal handler may do.
///
/// (A Dispatch signal source wants the signal ignored, and Linux drops an ignored signal instead of queueing it when
/// the main thread does not block it: one Ctrl-C in three was lost.)
struct SignalPipe {
    /// Made before any handler is set, so that a handler only reads it.
    static let shared = SignalPipe()
    /// The same for SIGTSTP, which asks for something else than to end.
    static let stops = SignalPipe()

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

    /// From now on a byte arrives for every such signal, its number.
    func observe(_ signal: Int32) {
        let handler: @convention(c) (Int32) -> Void = { signal in
            let interrupted = errno
            var byte = UInt8(truncatingIfNeeded: signal)
            // A full pipe wakes the reader anyway.
            _ = write((signal == SIGTSTP ? SignalPipe.stops : .shared).writer, &byte, 1)
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

    /// Takes out what has arrived.
    ///
    /// - Returns: the signal that came last.
    func take() -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var last: Int32?
        while case let count = read(reader, &bytes, bytes.count), count > 0 { last = Int32(bytes[count - 1]) }
        return last
    }
}
