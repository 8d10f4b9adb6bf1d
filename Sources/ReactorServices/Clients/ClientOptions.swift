public import Reactor

/// The options that every client offers. Each client has an immutable struct that conforms, with defaults for all
/// options.
///
/// ```swift
/// enum NotesVersion: String, ApiVersion {
///     case v1 = "1"
///     static let latest = v1
/// }
///
/// struct NotesClientOptions: ClientOptions {
///     let apiVersion: NotesVersion
///     let timeout: Duration?
///
///     init(apiVersion: NotesVersion = .latest, timeout: Duration? = .seconds(100)) {
///         self.apiVersion = apiVersion
///         self.timeout = timeout
///     }
/// }
/// ```
///
/// Options that a client does not offer have the defaults below.
public protocol ClientOptions: Sendable {
    /// The versions of the service that the client supports, usually an enum.
    associatedtype SpokenVersion: ApiVersion
    /// The version of the service that is used.
    var apiVersion: SpokenVersion { get }
    /// The time limit of a call, including all attempts and delays. By default 100 seconds.
    var timeout: Duration? { get }
    /// The time limit of one attempt. By default the gateway's limit.
    var attemptTimeout: Duration? { get }
    /// The rules for further attempts. By default, a call is sent at most four times.
    var retry: RetryPolicy { get }
    /// The information about the app that is sent to the service.
    var telemetry: TelemetryOptions { get }
    /// The logger of the client. By default, nothing is logged.
    var logger: ServiceLogger { get }
    /// The policies that run once for each call, in order, before the first attempt.
    var callPolicies: [any ServicePolicy] { get }
    /// The policies that run for each attempt, in order, before the credential is added.
    var attemptPolicies: [any ServicePolicy] { get }
    /// The source of the clock, and of the random numbers for delays and request ids.
    var runtime: Runtime { get }
}

extension ClientOptions {
    public var timeout: Duration? { .seconds(100) }
    public var attemptTimeout: Duration? { nil }
    public var retry: RetryPolicy { RetryPolicy.exponential(attempts: 4) }
    public var telemetry: TelemetryOptions { TelemetryOptions() }
    public var logger: ServiceLogger { .off }
    public var callPolicies: [any ServicePolicy] { [] }
    public var attemptPolicies: [any ServicePolicy] { [] }
    public var runtime: Runtime { .live }
}

/// The versions of a service that a client supports.
///
/// ```swift
/// enum WeightsVersion: String, ApiVersion {
///     case v1 = "2026-01-15"
///     case v2 = "2026-06-01"
///     static let latest = v2
/// }
/// ```
public protocol ApiVersion: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The newest stable version, which a client uses by default.
    static var latest: Self { get }
}

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
