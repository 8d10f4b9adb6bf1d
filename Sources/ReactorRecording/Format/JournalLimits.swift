/// How long the payload of an entry may be.
public struct JournalLimits: Hashable, Sendable {
    /// From so many bytes on it is reported.
    public var warning: Int
    /// Longer ones are left out: the entry says so, and a new segment is begun that holds the state behind it.
    public var error: Int

    /// Limits of these bytes.
    public init(warning: Int, error: Int) {
        self.warning = warning
        self.error = error
    }

    /// A warning from 1 MiB on, an error above 16 MiB.
    public static let standard = JournalLimits(warning: 1 << 20, error: 16 << 20)

    /// What a line may have besides its payload.
    package static let frame = 1 << 16
}
