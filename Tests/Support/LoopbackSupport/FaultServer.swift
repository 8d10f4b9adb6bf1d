import Foundation
package import ReactorServices

/// A server of the tests that breaks the rules of HTTP, on a free port of this machine. It ends with its test.
package final class FaultServer: Sendable {
    package let base: BaseURL
    /// A connection for the test interface of the server.
    package let control: CompositedGateway
    private let process: ScriptProcess

    package init() throws {
        process = try ScriptProcess("faults.py")
        guard let port = process.ports["port"] else { throw LoopbackServer.NotStarted() }
        base = try BaseURL("http://127.0.0.1:\(port)")
        control = CompositedGateway(patientAt: base, over: URLSessionNetworkAdapter())
    }

    /// The requests that have arrived, as method and path.
    package func arrivals() async throws -> [String] {
        try JSONDecoder().decode([String].self, from: await control.get("/_arrivals").body)
    }

    /// Returns when a request, named by method and path, has arrived.
    package func arrived(_ name: String) async throws { _ = try await control.get("/_wait", params: ["for": name]) }
}
