public import Reactor

/// What every client lets its user choose. Each client has an immutable struct that conforms, all of it defaulted.
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
/// What a client does not offer has the defaults below.
public protocol ClientOptions: Sendable {
    /// The versions of the service that the client speaks, usually an enum.
    associatedtype SpokenVersion: ApiVersion
    /// The version of the service that is spoken.
    var apiVersion: SpokenVersion { get }
    /// How long a call may take, all attempts and the waits between them together. By default 100 seconds.
    var timeout: Duration? { get }
    /// How long one attempt may take. By default as long as the gateway says.
    var attemptTimeout: Duration? { get }
    /// How often a call is sent at most. By default four times.
    var retry: RetrySchedule { get }
    /// What is said about the app.
    var telemetry: TelemetryOptions { get }
    /// Where the client writes what it does. By default nowhere.
    var logger: ServiceLogger { get }
    /// Run in order, once for each call, before anything is tried.
    var callPolicies: [any ServicePolicy] { get }
    /// Run in order for each attempt, before the credential is put on.
    var attemptPolicies: [any ServicePolicy] { get }
    /// Whose clock measures and whose random numbers spread the retries and name the requests.
    var runtime: Runtime { get }
}

extension ClientOptions {
    public var timeout: Duration? { .seconds(100) }
    public var attemptTimeout: Duration? { nil }
    public var retry: RetrySchedule { RetrySchedule() }
    public var telemetry: TelemetryOptions { TelemetryOptions() }
    public var logger: ServiceLogger { .off }
    public var callPolicies: [any ServicePolicy] { [] }
    public var attemptPolicies: [any ServicePolicy] { [] }
    public var runtime: Runtime { .live }
}
