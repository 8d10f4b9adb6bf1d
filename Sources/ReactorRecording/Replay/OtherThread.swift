import ReactorPlatform

/// Runs work on a thread that is made for it, and waits for it.
///
/// A set or a dictionary that is made for a moment goes through its elements in an order that depends on where it stands in
/// memory, and one that is made again in the same thread stands where the last one did. Another thread has other memory: mostly
/// a heap of its own, and where many threads share one, what stands there already keeps it from the same places.
enum OtherThread {
    /// As much as a main thread has: who runs here may recurse as deeply as there.
    private static let stack = 8 << 20

    /// Runs it here where the system gives no thread.
    static func run(_ body: () -> Void) {
        withoutActuallyEscaping(body) { body in
            var work = body
            let hasRun = withUnsafeMutablePointer(to: &work) { isJoined(UnsafeMutableRawPointer($0)) }
            if !hasRun { body() }
        }
    }

    /// Waits for a thread that performs the work; false where there is none.
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

/// What a new thread begins with: a pointer to the work.
private func perform(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // A block of each size that the first thread may have given back: what the second one makes then stands elsewhere.
    let taken = (1...256).map { size in [UInt8](unsafeUninitializedCapacity: size * 16) { _, _ in } }
    withExtendedLifetime(taken) { work?.assumingMemoryBound(to: (() -> Void).self).pointee() }
    return nil
}
