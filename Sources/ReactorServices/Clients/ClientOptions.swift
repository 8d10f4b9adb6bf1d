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
