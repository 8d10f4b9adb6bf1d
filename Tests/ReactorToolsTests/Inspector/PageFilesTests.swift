import Foundation
import Testing

/// The files of the page are next to the source from which the program is built.
@Suite struct PageFilesTests {
    private static let inspector = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
            "Sources/ReactorTools/Inspector")

    /// The source, made of the files.
    private static func source() throws -> String {
        let folder = inspector.appendingPathComponent("Page")
        let literals = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let parts = name.split(separator: ".")
            try #require(parts.count == 2)
            let literal = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "    static let \(parts[0])\(parts[1].uppercased()) = \"\(literal)\"\n"
        }
        return """
            // swift-format-ignore-file
            // Made of the files in `Page`: UPDATE_PAGE_FILES=1 swift test --filter PageFilesTests.

            /// The files of the inspector's page in `Page`, each on one line, because they are generated.
            enum PageFiles {
            \(literals.joined())}

            """
    }

    @Test("The program contains the exact files of the page")
    func sameAsTheFiles() throws {
        let file = Self.inspector.appendingPathComponent("PageFiles.swift")
        let source = try Self.source()
        if ProcessInfo.processInfo.environment["UPDATE_PAGE_FILES"] == "1" {
            try source.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == source,
            "Rewrite the copy: UPDATE_PAGE_FILES=1 swift test --filter PageFilesTests.")
    }
}
