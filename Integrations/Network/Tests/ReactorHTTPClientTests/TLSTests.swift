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

    @Test(arguments: ["rsa", "ec"], Self.names)
    func isAskedWhenItShowsWhatIsPinned(host: String, version: String) async throws {
        for isKey in [true, false] {
            let pinned = try adapter(version).pinned(by: pin(host, key: isKey))
            for method in ["GET", "POST"] as [HTTPMethod] {
                let response = try await hosts.gateway(host, pinned).submitRequest(
                    MutableRequestProperties(method, "/"))
                #expect(String(decoding: response.body, as: UTF8.self) == version)
            }
        }
    }

    @Test(arguments: ["rsa", "ec"], Self.names)
    func isSentNothingWhenItShowsAnotherKey(host: String, version: String) async throws {
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

    @Test(arguments: ["other-rsa", "other-ec"], Self.names)
    func isSentNothingWhenNobodyVouchesForIt(host: String, version: String) async throws {
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

    @Test(arguments: Self.names)
    func isSentNothingUnderANameThatItsCertificateDoesNotHave(version: String) async throws {
        let network = try adapter(version)
        #expect(try await hosts.gateway("address", host: "127.0.0.1", network).get("/").status == 200)
        await #expect(throws: GatewayError.certificateUntrusted(host: "localhost")) {
            try await hosts.gateway("address", network).get("/")
        }
        #expect(try hosts.lines(of: "access.log").count == 1)
    }

    @Test func isAskedInPlainTextOnlyWhereNothingIsPinned() async throws {
        let pinned = try adapter("HTTP/1.1").pinned(by: pin("ec", key: true))
        await #expect(throws: GatewayError.certificateRefused(host: "localhost")) {
            try await hosts.gateway("big", scheme: "http", pinned).get("/bytes", params: ["count": 1])
        }
    }

    @Test func thatIsNotThereOverTLSIsNotAsked() async throws {
        let reason = "a secure connection could not be made"
        await #expect(throws: GatewayError.connectionFailed(host: "localhost", reason: reason)) {
            try await hosts.gateway("big", adapter("HTTP/1.1")).get("/bytes", params: ["count": 1])
        }
    }

    @Test(arguments: Self.names)
    func isReachedThroughAProxyAndPinnedThere(version: String) async throws {
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
