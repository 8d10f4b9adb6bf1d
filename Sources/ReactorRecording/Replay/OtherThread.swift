import ReactorPlatform

/// Runs work on a new thread, and waits for it.
///
/// The order of a temporary set or dictionary depends on its address, and one that is created again on the same thread gets the
/// same address. Another thread has other memory: usually its own heap, and in a shared heap the same addresses are occupied.
enum OtherThread {
    /// The stack size of a main thread, for work with deep recursion.
    private static let stack = 8 << 20

    /// Runs the work, on the current thread if no thread can be created.
    static func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            var work = body
            let hasRun = withUnsafeMutablePointer(to: &work) { isJoined(UnsafeMutableRawPointer($0)) }
            if !hasRun { body() }
        }
    }

    /// Waits for a thread that performs the work; returns false if there is none.
    private static func isJoined(_ work: UnsafeMutableRawPointer) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stack)
        #if canImport(Darwin) || canImport(Musl)
            var thread: pthread_t?
            let code = pthread_create(&thread, &attributes, { perform($0) }, work)
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, &attributes, { perform($0) }, work)
        #endif
        pthread_attr_destroy(&attributes)
        guard code == 0 else { return false }
        #if canImport(Darwin) || canImport(Musl)
            if let thread { pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
        return true
    }
}

/// The start routine of a thread, with a pointer to the work.
private func perform(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Allocates a block of each size that the first thread may have freed, so that the second thread gets other addresses.
    let taken = (1...256).map { size in [UInt8](unsafeUninitializedCapacity: size * 16) { _, _ in } }
    withExtendedLifetime(taken) { work?.assumingMemoryBound(to: (() -> Void).self).pointee() }
    return nil
}
