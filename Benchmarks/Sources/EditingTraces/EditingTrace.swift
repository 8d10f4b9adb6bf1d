import Foundation

/// A recorded editing session, and its final text.
package struct EditingTrace: Sendable {
    /// The name of its file.
    package let name: String
    let start: String
    let end: String
    let edits: [Edited]

    /// The number of edits.
    package var count: Int { edits.count }

    /// The sessions in the folder next to the repository; they are not part of it.
    package static var kept: [URL] {
        let folder = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../../shared/data").standardizedFileURL
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    /// Reads one in the form of josephg/editing-traces.
    package init(contentsOf file: URL) throws {
        try self.init(name: file.lastPathComponent, json: Data(contentsOf: file))
    }

    package init(name: String, json: Data) throws {
        let content = try JSONDecoder().decode(Content.self, from: json)
        self.name = name
        start = content.startContent
        end = content.endContent
        edits = content.txns.flatMap(\.patches).map(\.edited)
    }

    private struct Content: Decodable {
        let startContent: String
        let endContent: String
        let txns: [Transaction]
    }

    private struct Transaction: Decodable {
        let patches: [Patch]
    }

    private struct Patch: Decodable {
        let edited: Edited

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            edited = try Edited(
                position: values.decode(Int32.self), deletedCount: values.decode(Int32.self),
                inserted: values.decode(String.self))
        }
    }
}
