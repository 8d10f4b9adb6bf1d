import Foundation
package import ReactorServices

/// An adapter with its servers, which are also controlled and queried through it.
package struct CheckedNetwork: Sendable {
    package let network: any NetworkAdapter
    package let server: CheckServer
    /// A gateway to the server that conforms to HTTP.
    package let gateway: JsonGateway
    /// To the server that breaks the rules.
    let faulty: JsonGateway
    private let control: JsonGateway

    package init(_ network: any NetworkAdapter, _ server: CheckServer) throws {
        self.network = network
        self.server = server
        gateway = try JsonGateway(baseURL: server.api, parts: Self.parts(network))
        control = try JsonGateway(baseURL: server.storage, parts: Self.parts(network))
        faulty = try JsonGateway(baseURL: server.faults, parts: Self.parts(network))
    }

    /// The parts of the gateways. A request may take ten minutes: an adapter that never responds is still found, and one on a
    /// machine that pauses for a while is not.
    private static func parts(_ network: any NetworkAdapter) -> GatewayParts {
        var parts = GatewayParts(network: network)
        parts.limits.timeout = .seconds(600)
        return parts
    }

    /// Something that arrived at a host.
    package struct Arrival: Equatable, Sendable {
        package var host: String
        package var method: String
        package var path: String
        package var query: String
        package var headers: HeaderFields
        package var length: Int
    }

    /// The failure of the next request under a path.
    package enum Rule: Sendable {
        case status(Int, headers: [String: String] = [:], path: String)
        case disconnect(path: String)
        case truncate(Int, path: String)
        case delay(Double, path: String)
    }

    /// A gateway to the server that conforms to HTTP, with other parts.
    package func gateway(_ change: (inout GatewayParts) -> Void) throws -> JsonGateway {
        var parts = Self.parts(network)
        change(&parts)
        return try JsonGateway(baseURL: server.api, parts: parts)
    }

    /// The requests that arrived, in order.
    package func arrivals() async throws -> [Arrival] {
        try await (control.get("/_log").json?.array ?? []).map { entry in
            let fields = (entry["headers"]?.array ?? []).map { field in
                HeaderFields.Field(name: field[0]?.string ?? "", value: field[1]?.string ?? "")
            }
            return Arrival(
                host: entry["host"]?.string ?? "", method: entry["method"]?.string ?? "",
                path: entry["path"]?.string ?? "", query: entry["query"]?.string ?? "", headers: HeaderFields(fields),
                length: entry["length"]?.int ?? -1)
        }
    }

    /// Returns when N requests have arrived in total.
    package func arrived(_ count: Int) async throws {
        _ = try await control.get("/_arrivals", params: ["wait": count])
    }

    /// Makes the next request under a path fail.
    package func add(_ rule: Rule) async throws {
        let value: JSON =
            switch rule {
            case .status(let status, let headers, let path):
                [
                    "action": "status", "status": .number(JSON.Number(status)), "path": .string(path),
                    "headers": try JSON(encoding: headers),
                ]
            case .disconnect(let path): ["action": "disconnect", "path": .string(path)]
            case .truncate(let bytes, let path):
                ["action": "truncate", "bytes": .number(JSON.Number(bytes)), "path": .string(path)]
            case .delay(let seconds, let path):
                [
                    "action": "delay", "seconds": JSON.Number(seconds).map(JSON.number) ?? .null,
                    "path": .string(path),
                ]
            }
        _ = try await control.post("/_rules", body: .value([value]))
    }

    func forget() async throws { _ = try await control.post("/_reset") }
}

// MARK: - What is expected

extension CheckedNetwork {
    /// Ends the check unless this is so.
    func expect(_ isSo: Bool, _ otherwise: @autoclosure () -> String) throws {
        if !isSo { throw NetworkCheckFailure(summary: otherwise()) }
    }

    func expectEqual<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
        try expect(found == expected, "\(what) is \(found) and should be \(expected)")
    }

    /// Ends the check unless `call` throws a matching gateway error; returns the error.
    @discardableResult
    func expectError(
        _ what: String, _ call: () async throws -> Response, _ fits: (GatewayError) -> Bool
    ) async throws -> GatewayError {
        let response: Response
        do {
            response = try await call()
        } catch let error as GatewayError {
            try expect(fits(error), "it should throw \(what), and threw: \(error)")
            return error
        }
        throw NetworkCheckFailure(summary: "it should throw \(what), and answered \(response.status)")
    }

    /// Ends the check unless `call` throws an error of this type.
    func expectError<Failure: Error>(_ type: Failure.Type, _ call: () async throws -> Response) async throws {
        let response: Response
        do { response = try await call() } catch is Failure { return }
        throw NetworkCheckFailure(summary: "it should throw \(type), and answered \(response.status)")
    }
}
