/// An event as a recording holds it: by its stable name, with its payload as it was written.
public struct RecordedEvent: Hashable, Sendable {
    /// Why an event cannot be replayed from its entry.
    public enum Gap: String, Hashable, Sendable, CaseIterable {
        /// Something secret was taken out.
        case redacted
        /// The catalog does not know its type; the payload is empty.
        case unregistered
        /// It did not encode; the payload is empty.
        case unencodable
        /// It was longer than a line may be; the payload is empty.
        case oversized
    }

    /// Its name in the catalog.
    public var name: String
    /// The version of its payload.
    public var version: Int
    /// The JSON of its payload, byte for byte and on one line.
    public var payload: [UInt8]
    /// Why it cannot be replayed, nil when it can.
    public var gap: Gap?

    /// An event of this name, with an empty payload unless one is given.
    public init(name: String, version: Int = 1, payload: [UInt8] = Array("{}".utf8), gap: Gap? = nil) {
        self.name = name
        self.version = version
        self.payload = payload
        self.gap = gap
    }
}
