import Reactor
import ReactorRecording

extension TestCore where StateType: Codable {
    /// Creates a core under test that continues at the end of a recording, or after one of its entries.
    ///
    /// Predictions that are pending there are pending here. Find them with `core.core.prediction(id)`.
    ///
    /// - Parameters:
    ///   - path: A recording, as a file or a folder. A relative path starts at the folder of the test's file.
    ///   - seq: The last entry to apply, or nil for all entries.
    ///   - catalog: The catalog that decodes the events.
    ///   - exhaustive: Whether the test must check everything that happens. If false, each assertion checks only the changes of
    ///     its closure.
    ///   - middlewares: The middlewares, in the order in which they receive an event.
    ///   - reactions: The reactions, which start commands.
    ///   - dependencies: The services, by default the test values. Access to a service without a test value ends the process with
    ///     a message that names the service.
    ///   - clock: A clock to share with other cores.
    ///   - seed: The seed of the jitter of retries.
    ///   - waitsForOthers: Whether an assertion waits for an event, without limit, while a command runs outside of the test
    ///     executor.
    /// - Throws: ``TestFailure`` if the recording cannot be read up to this entry.
    public convenience init(
        recording path: String,
        through seq: UInt64? = nil,
        catalog: EventCatalog<StateType>,
        exhaustive: Bool = true,
        middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [],
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
            reactions: reactions, dependencies: dependencies, clock: clock, seed: seed,
            waitsForOthers: waitsForOthers, fileID, line)
    }
}
