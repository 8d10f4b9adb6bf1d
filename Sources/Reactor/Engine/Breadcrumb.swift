/// In debug builds, the type of the event that was applied last by any core, where a crash report or a debugger finds it.
enum Breadcrumb {
    #if DEBUG
        static let last = Guarded<(any Event.Type)?>(nil)
    #endif

    @inline(__always)
    static func leave(_ event: any Event) {
        #if DEBUG
            last.withLock { $0 = type(of: event) }
        #endif
    }
}
