import Foundation
package import ReactorServices

/// The small server of the tests, on two free ports of this machine. It ends with its test.
package final class LoopbackServer: Sendable {
    package struct NotStarted: Error {}

    package let api: BaseURL
    package let storage: BaseURL
    /// A server that breaks the rules of HTTP, where one was asked for.
    package let faults: BaseURL?
    private let process: ScriptProcess
    /// For what the server says and does about its tests.
    package let control: CompositedGateway

    package static var isAvailable: Bool { ScriptProcess.python != nil }

    /// - Parameters:
    ///   - token: what the API wants; anything by default.
    ///   - faults: whether there is a server that breaks the rules of HTTP beside it.
    ///   - certificate: what the API is served over TLS with; without one it is plain, as the storage host always is.
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

    /// What arrived at each host, its header fields included.
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

    /// Returns when so many requests have arrived in all.
    package func arrived(_ count: Int) async throws {
        _ = try await control.get("/_arrivals", params: ["wait": count])
    }

    /// What was carried out, in order.
    package func effects() async throws -> [Effect] {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_effects").body)
    }

    /// How many requests repeated what had been carried out.
    package func repeats() async throws -> Int {
        try JSONDecoder().decode([Effect].self, from: await control.get("/_repeats").body).count
    }

    /// Makes the next requests that fit these rules go wrong; a JSON list.
    package func rules(_ rules: String) async throws { _ = try await control.post("/_rules", body: .text(rules)) }

    /// Makes the next requests under `path` have their effect, and leaves them without an answer.
    package func loseAnswers(_ count: Int, under path: String) async throws {
        try await rules(#"[{"action":"disconnect","after":true,"times":\#(count),"path":"\#(path)"}]"#)
    }
}
