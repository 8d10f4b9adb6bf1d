import ReactorPlatform

/// The place in the app at which a worker crashes, which distinguishes two bugs in `react(to:)` of one event.
///
/// It is the innermost call of the app's own code, as its distance from the beginning of the program: equal in every run of one
/// build, at any load address and for any caller of `react(to:)`. A stack overflow ends somewhere in a recursion, so it has no
/// place.
enum CrashSite {
    /// `backtrace` of execinfo.h.
    private typealias Backtrace = @convention(c) (UnsafeMutablePointer<UnsafeRawPointer?>?, Int32) -> Int32
    /// `dladdr` of dlfcn.h, which fills four pointers; the second is the address of the image.
    private typealias ImageOf = @convention(c) (UnsafeRawPointer?, UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int32

    // Sendable: a worker sets them once, before it reads its first session, and only its signal handler reads them.
    nonisolated(unsafe) private static var page: EventNote?
    nonisolated(unsafe) private static var functions: (backtrace: Backtrace, imageOf: ImageOf)?

    /// Writes the place of a crash into the note from now on.
    static func watch(_ note: EventNote) {
        // Not every C library has these functions, and not every module exports them.
        guard let backtrace = dlsym(anyImage, "backtrace"), let imageOf = dlsym(anyImage, "dladdr") else { return }
        // Safe: these functions have the same types on all systems.
        functions = (
            unsafeBitCast(backtrace, to: Backtrace.self), unsafeBitCast(imageOf, to: ImageOf.self)
        )
        page = note
        // The first call may load libraries.
        _ = place
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
            signal(number) { number in
                // The signal is raised again when this handler returns.
                signal(number, SIG_DFL)
                CrashSite.page?.die(at: CrashSite.place)
            }
        }
    }

    /// The innermost call of the app below the signal handler, or 0 if there is none.
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
                // The first address is in this function.
                own = own ?? image
                if image != own {
                    between += 1
                } else if between > 0 {
                    // Only the signal frame is between this function and the crash. A return address is after its call.
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
