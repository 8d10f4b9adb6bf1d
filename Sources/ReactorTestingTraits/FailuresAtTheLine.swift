#if canImport(Testing)
    public import Testing
    import ReactorTesting

    extension Trait where Self == FailuresAtTheLine {
        /// Records a failure of a test core, or of a simulation, at the line of the call that failed, and not at that of
        /// the test.
        ///
        /// ```text
        /// import ReactorTesting
        /// import ReactorTestingTraits
        /// import Testing
        ///
        /// @Suite(.failuresAtTheLine)
        /// struct CounterTests {
        ///     @Test func adding() async throws {
        ///         let core = TestCore(state: Counter())
        ///         try await core.fire(event: Added(amount: 2)) { $0.count = 2 }
        ///         try await core.finish()
        ///     }
        /// }
        /// ```
        ///
        /// A test core that is let go of without `finish()` fails its test too, at the line that made it.
        public static var failuresAtTheLine: Self { Self() }
    }

    /// The trait ``Testing/Trait/failuresAtTheLine``, of a test or of a suite and all in it.
    public struct FailuresAtTheLine: TestTrait, SuiteTrait, TestScoping {
        public var isRecursive: Bool { true }

        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let own = test.sourceLocation
            let recorder = TestFailureRecording.Recorder { failure in
                Issue.record(Comment(rawValue: failure.summary), sourceLocation: own.moved(to: failure.site))
            }
            try await TestFailureRecording.$unfinished.withValue(recorder) {
                do {
                    try await function()
                } catch {
                    guard let (text, site) = TestFailureRecording.failure(in: error) else { throw error }
                    Issue.record(Comment(rawValue: text), sourceLocation: own.moved(to: site))
                }
            }
        }
    }

    extension SourceLocation {
        fileprivate func moved(to site: TestSite) -> SourceLocation {
            SourceLocation(
                fileID: site.fileID, filePath: site.path(besideFile: fileID, at: filePath), line: Int(site.line),
                column: 1)
        }
    }
#endif
