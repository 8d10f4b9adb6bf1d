import Foundation
import Testing

@Suite("The lists of messages")
struct MessageListTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
            .filter { $0.hasPrefix("Reactor") && $0 != "ReactorExamples" }.sorted()
    }

    @Test("Tests/Fixtures/Messages lists every message of every module")
    func listsEveryMessage() throws {
        let folder = Self.root.appendingPathComponent("Tests/Fixtures/Messages")
        var expected: [String: String] = [:]
        for module in try Self.modules() {
            let messages = try MessageLiterals.all(in: Self.root.appendingPathComponent("Sources/\(module)"))
            if !messages.isEmpty { expected["\(module).txt"] = messages.joined(separator: "\n") + "\n" }
        }
        if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (file, text) in expected {
                try text.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
            }
        }
        let fix: Comment =
            "Write the lists again: UPDATE=1 swift test --filter MessageListTests. Then read the difference."
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == expected.keys.sorted(), fix)
        for (file, text) in expected {
            let written = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let (lines, writtenLines) = (text.split(separator: "\n"), written.split(separator: "\n"))
            #expect(lines.filter { !writtenLines.contains($0) } == [], fix)
            #expect(writtenLines.filter { !lines.contains($0) } == [], fix)
            #expect(text == written, fix)
        }
    }
}
