/// An event in a recording: its permanent name, its version and its encoded payload.
public struct RecordedEvent: Hashable, Sendable {
    /// The reason why an event cannot be replayed.
    public enum Gap: String, Hashable, Sendable, CaseIterable {
        /// A secret was removed.
        case redacted
        /// The catalog does not list the type. The payload is empty.
        case unregistered
        /// The event failed to encode. The payload is empty.
        case unencodable
        /// The payload exceeded the limit, and is empty.
        case oversized
    }

    /// The name in the catalog.
    public var name: String
    /// The version of the payload.
    public var version: Int
    /// The JSON of the payload, as bytes on one line.
    public var payload: [UInt8]
    /// The reason why the event cannot be replayed, or nil if it can.
    public var gap: Gap?

    /// Creates an event, by default with an empty payload.
    public init(name: String, version: Int = 1, payload: [UInt8] = Array("{}".utf8), gap: Gap? = nil) {
        self.name = name
        self.version = version
        self.payload = payload
        self.gap = gap
    }
}

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
