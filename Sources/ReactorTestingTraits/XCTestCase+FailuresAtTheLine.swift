#if canImport(XCTest)
    import ReactorTesting
    public import XCTest

    extension XCTestCase {
        /// Runs a test, and records a failure of a test core or a simulation at the line of the call that failed. Swift Testing
        /// has the trait ``Testing/Trait/failuresAtTheLine``.
        ///
        /// ```text
        /// import ReactorTesting
        /// import ReactorTestingTraits
        /// import XCTest
        ///
        /// final class CounterTests: XCTestCase {
        ///     func testAdding() async throws {
        ///         try await failuresAtTheLine {
        ///             let core = TestCore(state: Counter())
        ///             try await core.fire(event: Added(amount: 2)) { $0.count = 2 }
        ///             try await core.finish()
        ///         }
        ///     }
        /// }
        /// ```
        ///
        /// A test core that is released without `finish()` also fails its test, at the line that created it.
        ///
        /// - Throws: Any other error of the body.
        public nonisolated(nonsending) func failuresAtTheLine(
            fileID: StaticString = #fileID, filePath: StaticString = #filePath,
            _ body: nonisolated(nonsending) () async throws -> Void
        ) async throws {
            try await TestFailureRecording.perform(body) { text, site in
                record(text, site.path(besideFile: "\(fileID)", at: "\(filePath)"), site)
            }
        }

        private func record(_ text: String, _ path: String, _ site: TestSite) {
            #if canImport(ObjectiveC)
                let location = XCTSourceCodeLocation(filePath: path, lineNumber: Int(site.line))
                record(
                    XCTIssue(
                        type: .assertionFailure, compactDescription: text,
                        sourceCodeContext: XCTSourceCodeContext(location: location)))
            #else
                recordFailure(withDescription: text, inFile: path, atLine: Int(site.line), expected: true)
            #endif
        }
    }
#endif
