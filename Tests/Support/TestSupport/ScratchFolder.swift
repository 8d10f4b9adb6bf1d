import Foundation

/// A folder that is removed at the end of its test.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("reactor-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file.
    ///
    /// - Returns: Its path.
    package func file(_ name: String, _ content: Data) throws -> String {
        let file = "\(path)/\(name)"
        try content.write(to: URL(fileURLWithPath: file))
        return file
    }
}
