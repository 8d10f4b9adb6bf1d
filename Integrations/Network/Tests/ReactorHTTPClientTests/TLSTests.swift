import AsyncHTTPClient
import Foundation
import ReactorHTTPClient
import ReactorServices
import Testing

@Suite("A server over TLS", .enabled(if: Script.python != nil && Hosts.areAvailable, "nginx is missing"))
struct TLSTests {
    private let hosts: Hosts
    private static let names = ["HTTP/1.1", "HTTP/2.0"]

    init() throws { hosts = try Hosts() }

    private func adapter(_ version: String) throws -> HTTPClientNetworkAdapter {
        HTTPClientNetworkAdapter(try hosts.configuration(version == "HTTP/1.1" ? .http1Only : .automatic))
    }

    private func pin(_ name: String, key: Bool) throws -> CertificatePinning {
        key
            ? CertificatePinning(publicKeys: [try hosts.file("\(name).key")])
            : CertificatePinning(certificates: [try hosts.file("\(name).der")])
    }

    @Test("A server with the pinned key or certificate receives the request", arguments: ["rsa", "ec"], Self.names)
    func pinnedServer(host: String, version: String) async throws {
        for isKey in [true, false] {
            let pinned = try adapter(version).pinned(by: pin(host, key: isKey))
            for method in ["GET", "POST"] as [HTTPMethod] {
                let response = try await hosts.gateway(host, pinned).submitRequest(
                    MutableRequestProperties(method, "/"))
                #expect(String(decoding: response.body, as: UTF8.self) == version)
            }
        }
    }

    @Test("A server with a different key receives no request", arguments: ["rsa", "ec"], Self.names)
    func differentKey(host: String, version: String) async throws {
        for isKey in [true, false] {
            let pinned = try adapter(version).pinned(by: pin(host == "rsa" ? "ec" : "rsa", key: isKey))
            for method in ["GET", "POST"] as [HTTPMethod] {
                await #expect(throws: GatewayError.certificateRefused(host: "localhost")) {
                    try await hosts.gateway(host, pinned).submitRequest(MutableRequestProperties(method, "/"))
                }
            }
        }
        #expect(try hosts.lines(of: "access.log").isEmpty)
    }

    @Test(
        "A server with an untrusted certificate receives no request",
        arguments: ["other-rsa", "other-ec"], Self.names)
    func untrustedCertificate(host: String, version: String) async throws {
        let network = try adapter(version)
        for adapter in [network, try network.pinned(by: pin(host, key: true))] as [any NetworkAdapter] {
            for method in ["GET", "POST"] as [HTTPMethod] {
                await #expect(throws: GatewayError.certificateUntrusted(host: "localhost")) {
                    try await hosts.gateway(host, adapter).submitRequest(MutableRequestProperties(method, "/"))
                }
            }
        }
        #expect(try hosts.lines(of: "access.log").isEmpty)
    }

    @Test(
        "A response arrives although the server does not read the upload", arguments: [10, 100_000, 1_000_000],
        Self.names)
    func unreadUpload(size: Int, version: String) async throws {
        let gateway = try hosts.gateway("ec", adapter(version))
        for _ in 1...10 {
            let response = try await gateway.post("/", body: .bytes(Data(count: size)))
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == version)
        }
    }

    @Test("A server receives no request under a name that is not in its certificate", arguments: Self.names)
    func differentName(version: String) async throws {
        let network = try adapter(version)
        #expect(try await hosts.gateway("address", host: "127.0.0.1", network).get("/").status == 200)
        await #expect(throws: GatewayError.certificateUntrusted(host: "localhost")) {
            try await hosts.gateway("address", network).get("/")
        }
        #expect(try hosts.lines(of: "access.log").count == 1)
    }

    @Test("A request in plain text is refused if a key is pinned")
    func plainText() async throws {
        let pinned = try adapter("HTTP/1.1").pinned(by: pin("ec", key: true))
        await #expect(throws: GatewayError.certificateRefused(host: "localhost")) {
            try await hosts.gateway("big", scheme: "http", pinned).get("/bytes", params: ["count": 1])
        }
    }

    @Test("A server without TLS receives no request over HTTPS")
    func missingTLS() async throws {
        let reason = "a secure connection could not be made"
        await #expect(throws: GatewayError.connectionFailed(host: "localhost", reason: reason)) {
            try await hosts.gateway("big", adapter("HTTP/1.1")).get("/bytes", params: ["count": 1])
        }
    }

    @Test("A pin is checked through a proxy, too", arguments: Self.names)
    func proxyPinning(version: String) async throws {
        var configuration = try hosts.configuration(version == "HTTP/1.1" ? .http1Only : .automatic)
        configuration.proxy = .server(host: "127.0.0.1", port: hosts.port("proxy"))
        let network = HTTPClientNetworkAdapter(configuration)
        let right = try network.pinned(by: pin("rsa", key: true))
        let wrong = try network.pinned(by: pin("ec", key: true))
        #expect(String(decoding: try await hosts.gateway("rsa", right).get("/").body, as: UTF8.self) == version)
        await #expect(throws: GatewayError.certificateRefused(host: "localhost")) {
            try await hosts.gateway("rsa", wrong).get("/")
        }
        let log = try hosts.lines(of: "proxy.log")
        #expect(log.count == 2, "\(log)")
        #expect(log.allSatisfy { $0.hasPrefix("CONNECT localhost:") })
        #expect(try hosts.lines(of: "access.log").count == 1)
    }
}
