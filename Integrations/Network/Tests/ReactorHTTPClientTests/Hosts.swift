import AsyncHTTPClient
import Foundation
import NIOSSL
import ReactorHTTPClient
import ReactorServices
import NetworkChecks

/// A script that serves as long as this object is retained, and also ends when the test crashes.
final class Script: Sendable {
    /// The first output of the script.
    let words: JSON
    /// It ends when this is closed.
    private let life: FileHandle
    private let process = Process()

    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    init(_ path: String, _ arguments: String...) throws {
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: Self.python ?? "/usr/bin/python3")
        process.arguments = [URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/" + path] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        words = try JSON(parsing: output.fileHandleForReading.availableData)
        life = input.fileHandleForWriting
    }

    deinit { try? life.close() }
}

/// The servers of the contract.
final class ContractHosts: Sendable {
    let server: CheckServer
    private let script: Script

    init() throws {
        let script = try Script("../../../../Tests/Fixtures/server/server.py", "--faults")
        self.script = script
        func base(_ name: String) throws -> BaseURL {
            try BaseURL("http://127.0.0.1:\(script.words[name]?.int ?? 0)")
        }
        server = try CheckServer(api: base("api"), storage: base("storage"), faults: base("faults"))
    }
}

/// nginx over TLS, a proxy, and bodies of any size: `hosts.py`.
final class Hosts: Sendable {
    private let script: Script

    static let areAvailable = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    init() throws { script = try Script("../Fixtures/hosts.py") }

    func port(_ name: String) -> Int { script.words["ports"]?[name]?.int ?? 0 }

    /// The folder of the certificates and the logs.
    var folder: String { script.words["folder"]?.string ?? "" }

    func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
    }

    func lines(of log: String) throws -> [Substring] {
        try String(decoding: file(log), as: UTF8.self).split(separator: "\n")
    }

    /// A client that trusts the hosts' own authority alone.
    func configuration(_ version: HTTPClient.Configuration.HTTPVersion = .automatic) throws -> HTTPClient.Configuration
    {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(file("authority.pem"))))
        return HTTPClient.Configuration(tlsConfiguration: tls).speaking(version)
    }

    func gateway(
        _ name: String, host: String = "localhost", scheme: String = "https", _ network: any NetworkAdapter
    ) throws -> CompositedGateway {
        var parts = GatewayParts(patientOver: network)
        parts.limits.body = .max
        return try CompositedGateway(baseURL: BaseURL("\(scheme)://\(host):\(port(name))"), parts: parts)
    }
}

extension HTTPClient.Configuration {
    func speaking(_ version: HTTPVersion) -> Self {
        var configuration = self
        configuration.httpVersion = version
        return configuration
    }
}
