import Foundation
import Testing

/// Apple requires a privacy manifest for modules that call certain functions of the system.
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

    private static func calls(of module: String) throws -> Set<String> {
        let folder = sources.appendingPathComponent(module)
        var called: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            called.formUnion(categories(of: code.joined(separator: "\n")))
        }
        return called
    }

    @Test("The manifest lists each category of calls that the modules contain, and no other")
    func listed() throws {
        let manifest = Self.sources.appendingPathComponent("ReactorPrivacy/PrivacyInfo.xcprivacy")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let listed = text.matches(of: /<string>(NSPrivacyAccessedAPICategory\w+)<\/string>/).map { String($0.1) }
        let called = try Self.modules().reduce(into: Set()) { called, module in
            called.formUnion(try Self.calls(of: module))
        }
        #expect(Set(listed) == called)
    }

    @Test("Each module with such a call depends on the manifest on Apple's systems, and no other module does")
    func depending() throws {
        let package = Self.sources.deletingLastPathComponent().appendingPathComponent("Package.swift")
        let text = try String(contentsOf: package, encoding: .utf8)
        // On Linux, a program with a resource would contain the whole of Foundation.
        #expect(text.contains(".when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst])"))
        #expect(!text.contains("#if"), "The manifest of the package must be the same on each host.")
        let targets = text.components(separatedBy: "\n        .target(").dropFirst()
        for module in try Self.modules() where module != "ReactorPrivacy" {
            let target = try #require(
                targets.first { $0.contains("name: \"\(module)\"") && $0.contains("),") }, "\(module)")
            #expect(target.contains("privacyManifest") == !(try Self.calls(of: module).isEmpty), "\(module)")
        }
    }
}
