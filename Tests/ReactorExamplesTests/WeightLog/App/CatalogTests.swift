import ExampleWeightLogApp
import Foundation
import Reactor
import Testing

@Suite("The string catalog of the app")
struct CatalogTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/ReactorExamples")

    private struct Catalog: Decodable {
        struct Entry: Decodable { let localizations: [String: Localization] }
        struct Localization: Decodable {
            let stringUnit: Unit?
            let variations: [String: [String: Form]]?
        }
        struct Form: Decodable { let stringUnit: Unit }
        struct Unit: Decodable { let value: String }
        let strings: [String: Entry]

        init() throws {
            let file = CatalogTests.folder.appendingPathComponent("WeightLog.swiftpm/Sources/Localizable.xcstrings")
            self = try JSONDecoder().decode(Catalog.self, from: Data(contentsOf: file))
        }
    }

    @Test("Each text is in English and German, and each number has a singular and a plural")
    func languages() throws {
        for (key, entry) in try Catalog().strings {
            #expect(entry.localizations.keys.sorted() == ["de", "en"], "\(key)")
            for localization in entry.localizations.values {
                let forms = localization.variations?["plural"]
                let texts = forms?.values.map(\.stringUnit.value) ?? [localization.stringUnit?.value ?? ""]
                #expect(texts.allSatisfy { !$0.isEmpty }, "\(key)")
                #expect((forms == nil) == texts.allSatisfy { !$0.contains("%lld") }, "\(key)")
                if let forms { #expect(forms.keys.sorted() == ["one", "other"], "\(key)") }
            }
        }
    }

    @Test("Each message to the user has a text")
    func messages() throws {
        let strings = try Catalog().strings
        #expect(UserMessage.keys.filter { strings[$0] == nil } == [])
    }

    @Test("Each text of the views is in the catalog, and the catalog has no other text")
    func views() throws {
        var found: Set<String> = []
        let views = Self.folder.appendingPathComponent("WeightLogApp")
        for path in try FileManager.default.subpathsOfDirectory(atPath: views.path)
        where path.hasSuffix(".swift") && !path.hasSuffix("Previews.swift") {
            let text = try String(contentsOf: views.appendingPathComponent(path), encoding: .utf8)
            guard text.contains("canImport(SwiftUI)") else { continue }
            let call =
                #/
                \b(?:Text|Button|Label|Section|Picker|TextField|DatePicker|ProgressView|ContentUnavailableView|alert
                |navigationTitle|accessibilityHint|accessibilityLabel)\(\s*"([^"]*)"|prompt:\ "([^"]*)"
                /#
            for match in text.matches(of: call) { found.insert(String(match.1 ?? match.2 ?? "")) }
            for match in text.matches(of: /\? "([A-Z][^"]*)" : "([A-Z][^"]*)"/) {
                found.formUnion([String(match.1), String(match.2)])
            }
            for match in text.matches(of: /(?:case \.\w+|default): "([^"]*)"/) {
                found.insert(String(match.1).replacing("\\(rawValue)", with: "%@"))
            }
        }
        let keys = try Catalog().strings.keys.filter { !$0.contains(".") || $0.contains(" ") }
        #expect(found == Set(keys))
    }
}
