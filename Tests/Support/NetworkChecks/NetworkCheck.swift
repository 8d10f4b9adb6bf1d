public import ReactorServices

/// One of the things that every ``/ReactorServices/NetworkAdapter`` must do, as a check that runs under any test framework.
///
/// ```swift
/// import Foundation
/// import ReactorServices
/// import NetworkChecks
///
/// func findings(about network: any NetworkAdapter) async -> [String] {
///     guard let server = CheckServer(environment: ProcessInfo.processInfo.environment) else { return ["no server"] }
///     var findings: [String] = []
///     for check in NetworkCheck.contract + NetworkCheck.faults {
///         do { try await check.run(network, on: server) } catch { findings.append("\(error)") }
///     }
///     return findings
/// }
/// ```
///
/// A check begins by resetting the server, so two must not run on one server at a time: in Swift Testing their test is
/// `.serialized`.
public struct NetworkCheck: Sendable {
    /// The required behavior of the adapter, in a sentence.
    public let name: String
    private let body: @Sendable (CheckedNetwork) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (CheckedNetwork) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Checks an adapter.
    ///
    /// Linear in the sent bytes: some of the checks move megabytes, and none takes longer than seconds.
    ///
    /// - Parameters:
    ///   - network: the adapter.
    ///   - server: the servers that it is to talk to.
    /// - Throws: ``NetworkCheckFailure`` for the first thing that is not as it must be.
    public func run(_ network: any NetworkAdapter, on server: CheckServer) async throws(NetworkCheckFailure) {
        do {
            let checked = try CheckedNetwork(network, server)
            try await checked.forget()
            try await body(checked)
        } catch let failure as NetworkCheckFailure {
            throw NetworkCheckFailure(summary: "\(name): \(failure.summary)")
        } catch {
            throw NetworkCheckFailure(summary: "\(name): it threw \(error)")
        }
    }

    /// Checks of an adapter between a gateway and a server that conforms to HTTP.
    public static var contract: [NetworkCheck] { requests + answers + failures }
}

extension NetworkCheck: CustomStringConvertible {
    public var description: String { name }
}
