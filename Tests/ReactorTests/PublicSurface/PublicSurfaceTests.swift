import Foundation
import Testing

@Suite("The public surface")
struct PublicSurfaceTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "Every public declaration is listed in its module's page of Docs/PublicAPI, and nothing else",
        arguments: [
            "ReactorState", "ReactorRows", "ReactorUndo", "Reactor", "ReactorJSON", "ReactorRecording", "ReactorTools",
            "ReactorServices",
            "ReactorOffline", "ReactorQueries", "ReactorTesting", "ReactorTestingTraits",
        ])
    func asListed(module: String) throws {
        let list = Self.root.appendingPathComponent("Docs/PublicAPI/\(module).md")
        let declared = try PublicDeclarations.all(in: Self.root.appendingPathComponent("Sources/\(module)"))
        if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
            try Self.page(module, declared).write(to: list, atomically: true, encoding: .utf8)
        }
        let lines: [String] = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        let block: ArraySlice<String> = lines.drop { $0 != "```text" }.dropFirst()
        let listed: ArraySlice<String> = block.prefix { $0 != "```" }
        let cure = Comment(
            """
            If it is meant, write it into the list: UPDATE=1 swift test --filter PublicSurfaceTests, and say so \
            in CHANGELOG.md.
            """)
        #expect(declared.filter { !listed.contains($0) } == [], cure)
        #expect(listed.filter { !declared.contains($0) } == [], cure)
    }

    private static func page(_ module: String, _ declarations: [String]) -> String {
        """
        # The public names of \(module)

        Every public declaration of the module `\(module)`, after the types that contain it. A test compares this list with
        the sources. When a change is intended, `UPDATE=1 swift test --filter PublicSurfaceTests` rewrites it; describe
        the change in CHANGELOG.md.

        ```text
        \(declarations.joined(separator: "\n"))
        ```

        """
    }
}
