import ReactorPlatform

/// Where in the app a worker dies, so that two bugs in `react(to:)` of one event are told apart.
///
/// It is the innermost call that is the app's own, as its distance from the beginning of the program: the same in every run
/// of one build, wherever the system puts the program, and whatever called `react(to:)`. A stack that has no room left ends
/// somewhere in a circle of calls, so nothing is said of that.
enum CrashSite {
    /// `backtrace` of execinfo.h.
    private typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>?, Int32) -> Int32
    /// `dladdr` of dlfcn.h, which fills four pointers; the second is where the image begins.
    private typealias ImageOf = @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int32

    // Sendable: a worker sets them once, before it reads its first session, and only what handles its death reads them.
    nonisolated(unsafe) private static var page: EventNote?
    nonisolated(unsafe) private static var functions: (backtrace: Backtrace, imageOf: ImageOf)?

    /// From now on the note says where the process died.
    static func watch(_ note: EventNote) {
        // Not every C library has them, and not every module of one names them.
        guard let backtrace = dlsym(anyImage, "backtrace"), let imageOf = dlsym(anyImage, "dladdr") else { return }
        // Safe: these are their types wherever they are.
        functions = (
            unsafeBitCast(backtrace, to: Backtrace.self), unsafeBitCast(imageOf, to: ImageOf.self)
        )
        page = note
        // Its first call may load what it needs.
        _ = place
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
            signal(number) { number in
                // What died does so again, of the same signal, once this returns.
                signal(number, SIG_DFL)
                CrashSite.page?.die(at: CrashSite.place)
            }
        }
    }

    /// The innermost call of the app behind what the system called on its death; 0 where there is none.
    private static var place: UInt64 {
        guard let functions else { return 0 }
        return withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 4 + 64) { pointers in
            pointers.initialize(repeating: nil)
            let calls = UnsafeMutableBufferPointer(rebasing: pointers[4...])
            let count = functions.backtrace(calls.baseAddress, Int32(calls.count))
            var own: UnsafeRawPointer?
            var between = 0
            for call in calls.prefix(Int(count)) {
                guard let call, functions.imageOf(call, pointers.baseAddress) != 0, let image = pointers[1] else {
                    continue
                }
                // The first is this one.
                own = own ?? image
                if image != own {
                    between += 1
                } else if between > 0 {
                    // Only what the system called stands between this and what died; what has made a call is behind it.
                    return UInt64(call - image) - (between > 1 ? 1 : 0)
                }
            }
            return 0
        }
    }

    private static var anyImage: UnsafeMutableRawPointer? {
        #if canImport(Darwin)
            UnsafeMutableRawPointer(bitPattern: -2)
        #else
            nil
        #endif
    }
}
