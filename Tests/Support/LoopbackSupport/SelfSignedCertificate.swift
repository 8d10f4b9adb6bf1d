import Foundation

/// A self-signed certificate for 127.0.0.1, so no machine trusts it.
package struct SelfSignedCertificate: Sendable {
    package struct NotMade: Error {}

    /// The file with the certificate.
    package let file: String
    /// The file with its key.
    package let key: String

    private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    package static var isAvailable: Bool { openssl != nil }

    /// Creates a certificate in a folder.
    package init(in folder: String) throws {
        guard let openssl = Self.openssl else { throw NotMade() }
        file = folder + "/certificate.pem"
        key = folder + "/key.pem"
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: openssl)
        maker.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file,
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw NotMade() }
    }
}
