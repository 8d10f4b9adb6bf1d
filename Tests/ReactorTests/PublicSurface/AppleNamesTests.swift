import Foundation
import Testing

/// A public type that is called as one of Apple's is ambiguous in every file that imports both.
@Suite("Names on Apple's systems")
struct AppleNamesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the published patterns, which do not change: Docs/InYourApp.md has the import for each.
    private static let published: Set = ["Event", "State", "Subscriber", "Subscription"]

    private static let modules = [
        "ReactorState", "ReactorRows", "ReactorUndo", "Reactor", "ReactorRecording", "ReactorTools", "ReactorServices",
        "ReactorOffline",
        "ReactorQueries", "ReactorTesting", "ReactorTestingTraits",
    ]

    /// The name of a type that is declared at the top of a module.
    static func name(of declaration: String) -> String? {
        let words = declaration.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "·") }.map(String.init)
        guard !words.contains("·") else { return nil }
        let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "macro"]
        guard let index = words.firstIndex(where: kinds.contains), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// Apple's names, each with the module that has it.
    private static func apples() throws -> [String: String] {
        let file = root.appendingPathComponent("Tests/Fixtures/AppleNames/names.txt")
        var modules: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":")
            for name in parts[1].split(separator: " ") { modules[String(name)] = String(parts[0]) }
        }
        return modules
    }

    @Test("No public type has the name of one of Apple's, except the published names", arguments: modules)
    func collisions(module: String) throws {
        let apples = try Self.apples()
        let declared = try PublicDeclarations.all(in: Self.root.appendingPathComponent("Sources/\(module)"))
        let names = Set(declared.compactMap(Self.name(of:)))
        #expect(!names.isEmpty)
        let collisions = names.subtracting(Self.published).compactMap { name in
            apples[name].map { "\(name) is \($0)'s: give it another name" }
        }
        #expect(collisions.sorted() == [])
    }

    @Test("Each published name does collide, and the page has a scoped import for it")
    func published() throws {
        let apples = try Self.apples()
        let page = try String(contentsOf: Self.root.appendingPathComponent("Docs/InYourApp.md"), encoding: .utf8)
        for name in Self.published.sorted() {
            #expect(apples[name] != nil)
            #expect(page.contains("import protocol Reactor.\(name)") || page.contains("import class Reactor.\(name)"))
        }
    }
}
