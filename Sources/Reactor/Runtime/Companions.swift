/// An object that exists once per core and name, next to the core's state. It is created on first use, and closed with
/// the core.
///
/// The core retains its companions, so a companion must not retain the core: it has a `CoreReference`.
package protocol CoreCompanion: AnyObject, Sendable {
    /// The core was closed or released. Called once, on any thread.
    func coreClosed()
}

/// The companions of a core, by name.
final class CompanionTable: Sendable {
    private struct Named {
        var companions: [String: any CoreCompanion] = [:]
        var isClosed = false
    }

    private let content = Guarded(Named())

    func companion<Companion: CoreCompanion>(_ name: String, make: () -> Companion) -> Companion? {
        if let known = content.withLock({ $0.companions[name] }) { return known as? Companion }
        let made = make()
        let companion = content.withLock { content -> (any CoreCompanion)? in
            // No other caller can use a companion while it is being closed.
            if content.isClosed { return nil }
            // Another thread may have added one since the check.
            let companion = content.companions[name] ?? made
            content.companions[name] = companion
            return companion
        }
        if companion == nil { made.coreClosed() }
        return (companion ?? made) as? Companion
    }

    /// Closes the companions, after the core was closed or released.
    func close() {
        let companions = content.withLock { content in
            defer { content.isClosed = true }
            return content.isClosed ? [:] : content.companions
        }
        for name in companions.keys.sorted() { companions[name]?.coreClosed() }
    }
}
