import Foundation
package import ReactorServices

/// The small server of the tests, on two free ports of this machine. It ends with its test.
package final class LoopbackServer: Sendable {
    package struct NotStarted: Error {}

    package let api: BaseURL
    package let storage: BaseURL
    /// A server that breaks the rules of HTTP, or nil if none was requested.
    package let faults: BaseURL?
    private let process: ScriptProcess
    /// A connection for the test interface of the server.
    package let control: CompositedGateway

    package static var isAvailable: Bool { ScriptProcess.python != nil }

    /// - Parameters:
    ///   - token: The token that the API requires; by default it accepts any token.
    ///   - faults: Whether an additional server breaks the rules of HTTP.
    ///   - certificate: The certificate of the API over TLS; by default it uses plain HTTP, as the storage host always does.
    package init(token: String? = nil, faults: Bool = false, certificate: SelfSignedCertificate? = nil) throws {
        process = try ScriptProcess(
            "server.py",
            (faults ? ["--faults"] : []) + (token.map { ["--token", $0] } ?? [])
                + (certificate.map { ["--certificate", $0.file, "--key", $0.key] } ?? []))
        guard let api = process.ports["api"], let storage = process.ports["storage"] else { throw NotStarted() }
        self.api = try BaseURL("\(certificate == nil ? "http" : "https")://127.0.0.1:\(api)")
        self.storage = try BaseURL("http://127.0.0.1:\(storage)")
        self.faults = try process.ports["faults"].map { port in try BaseURL("http://127.0.0.1:\(port)") }
        control = CompositedGateway(patientAt: self.storage, over: URLSessionNetworkAdapter())
    }

    /// The requests that arrived at each host, with their header fields.
    package struct Arrival: Decodable {
        package let host: String
        package let method: String
        package let path: String
        package let headers: [[String]]
        package let sha256: String
    }

    /// Something that was carried out.
    package struct Effect: Decodable, Hashable, Sendable {
        package let method: String
        package let path: String
        package let key: String?
        package let status: Int?
    }

    package func arrivals() async throws -> [Arrival] {
        try JSONDecoder().decode([Arrival].self, from: await control.get("/_log").body)
    }

    /// Returns when N requests have arrived in total.
    package func arrived(_ count: Int) async throws {
        _ = try await control.get("/_arrivals", params: ["wait": count])
    }

    /// The changes that were carried out, in order.
    package func effects() async throws -> [Effect] {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_effects").body)
    }

    /// The number of requests that repeated a change that had been carried out.
    package func repeats() async throws -> Int {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_repeats").body).count
    }

    /// Makes the next requests that match these rules fail; a JSON list.
    package func rules(_ rules: String) async throws { _ = try await control.post("/_rules", body: .text(rules)) }

    /// Lets the next requests under `path` have their effect, and sends no response.
    package func loseAnswers(_ count: Int, under path: String) async throws {
        try await rules(#"[{"action":"disconnect","after":true,"times":\#(count),"path":"\#(path)"}]"#)
    }
}
