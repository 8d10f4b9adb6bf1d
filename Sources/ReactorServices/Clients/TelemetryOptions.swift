/// The information about the app that a client sends to its service.
public struct TelemetryOptions: Hashable, Sendable {
    /// Whether a user agent is sent.
    package let isEnabled: Bool
    /// The name of the app, which precedes the client's name.
    package let application: String?

    /// Creates options. By default, a user agent without the app's name is sent.
    public init(isEnabled: Bool = true, application: String? = nil) {
        self.isEnabled = isEnabled
        self.application = application
    }

    /// Options that send no user agent.
    public static let off = TelemetryOptions(isEnabled: false)

    /// The user agent, such as `app client/2026-06-01 (Swift; Linux)`.
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
