import Foundation
import Testing

/// Apple requires a privacy manifest in each module that calls certain functions of the system.
@Suite("Privacy manifests")
struct PrivacyManifestTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

    private static func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0.hasPrefix("Reactor") }
            .filter { $0 != "ReactorExamples" }.sorted()
    }

    /// The categories that Apple's page "Describing use of required reason API" assigns to the calls in a text.
    private static func categories(of text: String) -> Set<String> {
        var found: Set<String> = []
        let isFile = /\b[fl]?stat\(|\bfstatat\(|\bf?getattrlist|[cC]reationDate|[mM]odificationDate/
        let isUptime = /\bsystemUptime\b|\bmach_absolute_time\b/
        let isSpace = /\bf?statv?fs\(|[vV]olume(Available|Total)Capacity|[sS]ystem(Free)?Size\b/
        if text.contains(isFile) { found.insert("NSPrivacyAccessedAPICategoryFileTimestamp") }
        if text.contains(isUptime) { found.insert("NSPrivacyAccessedAPICategorySystemBootTime") }
        if text.contains(isSpace) { found.insert("NSPrivacyAccessedAPICategoryDiskSpace") }
        if text.contains("UserDefaults") { found.insert("NSPrivacyAccessedAPICategoryUserDefaults") }
        return found
    }

    @Test("A module declares each category of calls that its sources contain, and no other")
    func declared() throws {
        var declaring: [String] = []
        for module in try Self.modules() {
            let folder = Self.sources.appendingPathComponent(module)
            var called: Set<String> = []
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift")
            {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                let code = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
                called.formUnion(Self.categories(of: code.joined(separator: "\n")))
            }
            let manifest = folder.appendingPathComponent("PrivacyInfo.xcprivacy")
            let text = (try? String(contentsOf: manifest, encoding: .utf8)) ?? ""
            let listed = text.matches(of: /<string>(NSPrivacyAccessedAPICategory\w+)<\/string>/).map { String($0.1) }
            #expect(Set(listed) == called, "\(module)")
            if !called.isEmpty { declaring.append(module) }
        }
        #expect(declaring.contains("ReactorRecording"))
        // A manifest is a part of the product if the target lists it as a resource.
        let package = Self.sources.deletingLastPathComponent().appendingPathComponent("Package.swift")
        let targets = try String(contentsOf: package, encoding: .utf8).components(separatedBy: ".target(")
        for module in declaring {
            let target = targets.first {
                $0.contains("name: \"\(module)\"") && $0.contains("resources: privacyManifest")
            }
            #expect(target != nil, "\(module)")
        }
    }
}
