/// How long the payload of an entry may be.
public struct JournalLimits: Hashable, Sendable {
    /// From so many bytes on it is reported.
    var warning: Int
    /// Longer ones are left out: the entry says so, and a new segment is begun that holds the state behind it.
    package var error: Int

    /// Limits of these bytes: by default a warning from 1 MiB on, an error above 16 MiB.
    public init(warning: Int = 1 << 20, error: Int = 16 << 20) {
        self.warning = warning
        self.error = error
    }

    /// What a line may have besides its payload.
    package static let frame = 1 << 16
}
