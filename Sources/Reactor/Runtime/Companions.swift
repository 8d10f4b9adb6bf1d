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
        let (companion, isClosed) = content.withLock { content in
            // Another thread may have added one since the check.
            let companion = content.companions[name] ?? made
            content.companions[name] = companion
            return (companion, content.isClosed)
        }
        if isClosed && companion === made { made.coreClosed() }
        return companion as? Companion
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
