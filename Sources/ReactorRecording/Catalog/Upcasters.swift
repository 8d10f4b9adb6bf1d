/// A closure that converts version n of an event or a state into version n + 1. It must be pure, like `react(to:)`.
public typealias Upcaster = @Sendable (inout JSON) throws -> Void

/// The chain of upcasters of one event, or of the state.
struct Upcasters: Sendable {
    let subject: CatalogError.Subject
    let version: Int
    private let steps: [Int: Upcaster]

    init(_ steps: [Int: Upcaster], of subject: CatalogError.Subject, version: Int) throws(CatalogError) {
        guard version >= 1 else { throw CatalogError.unusableVersion(subject, version) }
        if let stray = steps.keys.sorted().first(where: { !(1..<version).contains($0) }) {
            throw CatalogError.strayUpcaster(subject, from: stray, version: version)
        }
        self.subject = subject
        self.version = version
        self.steps = steps
    }

    /// Throws if this version cannot be read, without reading a payload.
    func check(_ recorded: Int) throws(CatalogError) {
        guard recorded <= version else { throw CatalogError.newerVersion(subject, recorded, known: version) }
        if let missing = (recorded..<version).first(where: { steps[$0] == nil }) {
            throw CatalogError.missingUpcaster(subject, from: missing, recorded: recorded, version: version)
        }
    }

    /// Returns the payload in the current version.
    func upcast(_ payload: [UInt8], from recorded: Int) throws(CatalogError) -> [UInt8] {
        try check(recorded)
        guard recorded < version else { return payload }
        var from = recorded
        do {
            var json = try JSON(parsing: payload)
            while from < version {
                try steps[from]?(&json)
                from += 1
            }
            return json.bytes()
        } catch {
            throw CatalogError.upcasterFailed(subject, from: from, error.codingReason)
        }
    }
}
