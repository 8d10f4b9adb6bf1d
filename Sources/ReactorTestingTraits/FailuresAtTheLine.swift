#if canImport(Testing)
    public import Testing
    import ReactorTesting

    extension Trait where Self == _FailuresAtTheLine {
        /// Records a failure of a test core or a simulation at the line of the call that failed, instead of the line of the test.
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
        /// A test core that is released without `finish()` also fails its test, at the line that created it.
        public static var failuresAtTheLine: Self { Self() }
    }

    /// The trait ``Testing/Trait/failuresAtTheLine``, for a test, or for a suite and all its tests. It is public because the type of
    /// a public trait must be.
    public struct _FailuresAtTheLine: TestTrait, SuiteTrait, TestScoping {
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
