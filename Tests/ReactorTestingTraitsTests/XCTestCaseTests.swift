// On Linux, the records of XCTest can be observed by overriding the one method that records; on Apple's systems it is
// `record(_:)`.
#if canImport(XCTest)
    import Reactor
    import ReactorTesting
    import ReactorTestingTraits
    import ReactorTestSupport
    import Testing
    import XCTest

    /// A test case that stores its recorded issues.
    private final class Watched: XCTestCase {
        struct Recorded {
            var text: String
            var path: String
            var line: Int
        }

        private(set) var recorded: [Recorded] = []

        #if canImport(ObjectiveC)
            override func record(_ issue: XCTIssue) {
                let location = issue.sourceCodeContext.location
                recorded.append(
                    Recorded(
                        text: issue.compactDescription, path: location?.fileURL.path ?? "",
                        line: location?.lineNumber ?? 0))
            }

            static func make() -> Watched { Watched() }
        #else
            override func recordFailure(
                withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
            ) {
                recorded.append(Recorded(text: description, path: filePath, line: lineNumber))
            }

            static func make() -> Watched { Watched(name: "watched") { _ in } }
        #endif
    }

    @Suite("Failures at the line of the call, in XCTest")
    struct XCTestCaseTests {
        private let test = Watched.make()

        @Test("A difference is recorded once, at the line of the call, with the values, and nothing is thrown")
        func difference() async throws {
            var line = 0
            try await test.failuresAtTheLine {
                let core = TestCore(state: Counter())
                line = #line + 1
                try await core.fire(event: Added(amount: 2)) { $0.count = 3 }
            }
            let failure = try #require(test.recorded.first)
            #expect(test.recorded.count == 1)
            #expect(failure.line == line)
            #expect(failure.path == #filePath)
            #expect(failure.text.contains("count: expected 3, found 2"))
            #expect(!failure.text.contains("XCTestCaseTests.swift"), "the place is not repeated")
        }

        @Test("A test core that is released unfinished is recorded at the line that made it")
        func unfinished() async throws {
            var line = 0
            try await test.failuresAtTheLine {
                line = #line + 1
                let core = TestCore(state: Counter())
                core.core.fire(event: Added(amount: 1))
                await core.advance(by: .zero)
            }
            #expect(test.recorded.map(\.line) == [line])
            #expect(test.recorded.first?.text.contains("released without finish()") == true)
        }

        @Test("A test that does not fail records nothing, and any other error is rethrown")
        func others() async throws {
            struct Other: Error {}
            try await test.failuresAtTheLine {
                let core = TestCore(state: Counter())
                try await core.fire(event: Added(amount: 2)) { $0.count = 2 }
                try await core.finish()
            }
            await #expect(throws: Other.self) { try await test.failuresAtTheLine { throw Other() } }
            #expect(test.recorded.isEmpty)
        }
    }
#endif
