#if canImport(XCTest)
    import Reactor
    import ReactorTesting
    public import XCTest

    extension XCTestCase {
        /// Runs a test, and records a failure of a test core, or of a simulation, at the line of the call that failed. For
        /// Swift Testing there is the trait ``Testing/Trait/failuresAtTheLine``.
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
        /// A test core that is released without `finish()` fails its test too, at the line that made it.
        ///
        /// - Throws: whatever else the body throws.
        public nonisolated(nonsending) func failuresAtTheLine(
            fileID: StaticString = #fileID, filePath: StaticString = #filePath,
            _ body: nonisolated(nonsending) () async throws -> Void
        ) async throws {
            let released = Guarded<[TestFailure]>([])
            let keep: @Sendable (TestFailure) -> Void = { failure in released.withLock { $0.append(failure) } }
            func recordAll(_ failures: [(text: String, site: TestSite)]) {
                for (text, site) in failures {
                    record(text, site.path(besideFile: "\(fileID)", at: "\(filePath)"), site)
                }
            }
            defer { recordAll(released.withLock { $0.map { ($0.summary, $0.site) } }) }
            do {
                try await TestFailureRecording.$unfinished.withValue(keep) { try await body() }
            } catch {
                guard let failure = TestFailureRecording.failure(in: error) else { throw error }
                recordAll([failure])
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
