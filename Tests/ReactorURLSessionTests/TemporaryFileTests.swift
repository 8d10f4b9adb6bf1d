import Foundation
import ReactorTestSupport
import Testing

@testable import ReactorServices

@Suite("A file for a waiting body")
struct TemporaryFileTests {
    @Test("Is removed with its content, and exists as long as the body waits")
    func lifetime() throws {
        var file: TemporaryFile? = try TemporaryFile()
        try file?.write(Data("abc".utf8))
        let url = try #require(file?.url)
        TemporaryFile.removeIfLeft(url)
        #expect(try Data(contentsOf: url) == Data("abc".utf8))
        file = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("A temporary file of a killed process is removed by another process")
    func left() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("reactor-body-\(UUID().uuidString)")
        #expect(FileManager.default.createFile(atPath: url.path, contents: Data("half".utf8)))
        TemporaryFile.removeIfLeft(url)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test(
        "A full disk is reported with the path and the reason",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func full() async throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = "\(folder.path)/body"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let file = try TemporaryFile(at: URL(fileURLWithPath: path))
        let error = await #expect(throws: GatewayError.self) {
            try await Upload.spool(BodyStream(length: nil) { AsyncStream(unfolding: { Data([7]) }) }, to: file)
        }
        #expect(error?.kind == .unsendable && error?.description.contains(path) == true)
    }

    @Test("Returns the written bytes, from any place, while more are written")
    func reading() throws {
        let file = try TemporaryFile()
        try file.write(Data("abcdef".utf8))
        #expect(try file.read(3, at: 1) == Data("bcd".utf8))
        try file.write(Data("gh".utf8))
        #expect(try file.read(9, at: 4) == Data("efgh".utf8))
        #expect(try file.read(9, at: 8).isEmpty)
        try file.empty()
        try file.write(Data("x".utf8))
        #expect(try file.read(9, at: 0) == Data("x".utf8))
    }
}
