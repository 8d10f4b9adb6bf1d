import Foundation
import Testing

@testable import ReactorJSON

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "SHA-256 returns the digests of its standard",
        arguments: [
            (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ])
    func sha256(count: Int, digest: String) {
        let text =
            switch count {
            case 3: "abc"
            case 56: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
            default: String(repeating: "a", count: count)
            }
        #expect(SHA256.hexDigest(of: Array(text.utf8)) == digest)
    }

    @Test(
        "SHA-256 accepts every length, whether it fills a block or not",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/sha256sum")))
    func lengths() throws {
        let lengths = [1, 55, 56, 57, 63, 64, 65, 119, 120, 121, 128]
        for length in lengths {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/sha256sum")
            let (input, output) = (Pipe(), Pipe())
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(bytes))
            try input.fileHandleForWriting.close()
            let said = try #require(try output.fileHandleForReading.readToEnd())
            process.waitUntilExit()
            #expect(String(decoding: said, as: UTF8.self).hasPrefix(SHA256.hexDigest(of: bytes)), "\(length) bytes")
        }
    }
}
