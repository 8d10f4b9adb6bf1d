/// What a client says to a service about the app it is in.
public struct TelemetryOptions: Hashable, Sendable {
    /// Whether a user agent is sent at all.
    public let isEnabled: Bool
    /// The name of the app, put before the client's.
    public let application: String?

    /// Telemetry, on and without the app's name.
    public init(isEnabled: Bool = true, application: String? = nil) {
        self.isEnabled = isEnabled
        self.application = application
    }

    /// Nothing is said.
    public static let off = TelemetryOptions(isEnabled: false)

    /// `app client/2026-06-01 (Swift; Linux)`.
    func userAgent(client: String, version: String) -> String? {
        guard isEnabled else { return nil }
        let product = "\(client)/\(version) (Swift; \(Self.system))"
        return application.map { "\($0) \(product)" } ?? product
    }

    private static let system: String = {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #else
            "other"
        #endif
    }()
}
