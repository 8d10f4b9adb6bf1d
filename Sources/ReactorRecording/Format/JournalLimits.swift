/// The limits for the payload of an entry.
package struct JournalLimits: Hashable, Sendable {
    /// The size in bytes from which an entry is reported.
    package var warning: Int
    /// The size in bytes above which a payload is left out. The entry is marked, and a new segment begins with the state after
    /// it.
    package var error: Int

    /// Creates limits in bytes: by default a warning from 1 MiB on, and an error above 16 MiB.
    package init(warning: Int = 1 << 20, error: Int = 16 << 20) {
        self.warning = warning
        self.error = error
    }

    /// The space in a line for everything but its payload.
    package static let frame = 1 << 16
}
