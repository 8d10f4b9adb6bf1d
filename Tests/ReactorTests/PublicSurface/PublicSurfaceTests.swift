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

    @Test("The scanner finds types, members, cases, requirements and declarations of several lines, and no others")
    func scanner() {
        let source = """
            /// A page.
            public struct Page<Value>: Sendable {
                public let number: Int
                let secret = 1
                @inlinable
                public static var first: Page { Page(number: 1) }

                public func turned(
                    by count: Int, wraps: Bool = false
                ) -> Page {
                    let other = 2
                    return self
                }

                public enum Side {
                    case left
                    case right(Int)
                    func hidden() {
                        switch self {
                        case .left: break
                        default: break
                        }
                    }
                }
            }

            public protocol Bound {
                associatedtype Cover
                func open() async
            }

            extension Page {
                public var next: Int { number + 1 }
            }

            struct Hidden { let number = 1 }
            """
        #expect(
            PublicDeclarations.all(inSource: source) == [
                "public struct Page<Value>: Sendable",
                "Page · public let number: Int",
                "Page · public static var first: Page",
                "Page · public func turned(by count: Int, wraps: Bool = false) -> Page",
                "Page · public enum Side",
                "Page · Side · case left",
                "Page · Side · case right(Int)",
                "public protocol Bound",
                "Bound · associatedtype Cover",
                "Bound · func open() async",
                "Page · public var next: Int",
            ])
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
