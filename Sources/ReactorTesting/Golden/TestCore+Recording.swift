import Reactor
import ReactorRecording

extension TestCore where StateType: Codable {
    /// A core under test that goes on where a recording ended, or from an entry in it.
    ///
    /// What was predicted there and not resolved is pending here: `core.core.prediction(id)` finds it.
    ///
    /// - Parameters:
    ///   - path: a recording, one file or a folder; a path that is not absolute is looked for beside the test's own file.
    ///   - seq: the last entry that has happened; nil for all.
    ///   - catalog: what the events are read with.
    ///   - exhaustive: whether everything that happens must be looked at. If not, each assertion checks what its
    ///     closure says and nothing else.
    ///   - middlewares: asked about each event, in this order.
    ///   - reactions: commands that start by themselves.
    ///   - dependencies: those of tests unless given: one without a test value stops the test with its name.
    ///   - clock: a clock to share with others.
    ///   - seed: decides the jitter of retries.
    ///   - waitsForOthers: whether looking for an event waits, for as long as it takes, while a command runs elsewhere
    ///     than on the kit's executor.
    /// - Throws: ``TestFailure`` when the recording cannot be read so far.
    public convenience init(
        recording path: String,
        through seq: UInt64? = nil,
        catalog: EventCatalog<StateType>,
        exhaustive: Bool = true,
        middlewares: [any Middleware<StateType>] = [],
        @ReactionBuilder<StateType> reactions: () -> [any Reaction<StateType>] = { [] },
        dependencies: Dependencies = Dependencies(.test),
        clock: ManualClock = ManualClock(),
        seed: UInt64 = 0,
        waitsForOthers: Bool = false,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) throws {
        let path = RecordingPath.resolve(path, beside: filePath)
        let replay: Replay<StateType>
        do throws(ReplayError) {
            replay = try Replay(of: RecordingFile(path: path), through: seq, catalog: catalog)
        } catch {
            throw TestFailure(
                summary: "\(path) cannot be replayed. \(error)", difference: nil, site: TestSite(fileID, line))
        }
        var end = replay
        self.init(
            visible: end.state, record: end.record(), exhaustive: exhaustive, middlewares: middlewares,
            reactions: reactions(), dependencies: dependencies, clock: clock, seed: seed,
            waitsForOthers: waitsForOthers, fileID, line)
    }
}
