import Foundation
import Testing

@testable import ReactorURLSession

@Suite("A file that a body is gathered in")
struct UploadFileTests {
    @Test("Is removed with its upload, and stays as long as that lasts")
    func lifetime() throws {
        var file: UploadFile? = try UploadFile()
        try file?.write(Data("abc".utf8))
        let url = try #require(file?.url)
        UploadFile.removeIfLeft(url)
        #expect(try Data(contentsOf: url) == Data("abc".utf8))
        file = nil
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test("Is removed by another process when its own was killed")
    func left() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("reactor-upload-\(UUID().uuidString)")
        #expect(FileManager.default.createFile(atPath: url.path, contents: Data("half".utf8)))
        UploadFile.removeIfLeft(url)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
