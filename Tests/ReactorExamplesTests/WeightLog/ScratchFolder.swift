#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@testable import WeightLog

/// A folder for one test, which is not there yet and is gone when the test is over.
final class ScratchFolder: Sendable {
    let folder: DataFolder

    init() {
        let base = FileManager.default.temporaryDirectory.path
        folder = DataFolder(path: "\(base)/weightlog-test-\(UUID().uuidString)/deep/er")
    }

    deinit {
        let root = DataFolder.parent(of: DataFolder.parent(of: folder.path))
        try? FileManager.default.removeItem(atPath: root)
    }

    func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }
}
