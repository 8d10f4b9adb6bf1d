import Reactor
import ReactorRecording
import ReactorRecordingSupport

extension ModelFileSystem {
    /// Returns the joined segments of a journal.
    func journal(_ folder: String) -> String {
        let segments = files.filter { $0.key.hasPrefix(folder) && $0.key.hasSuffix(".jsonl") }
        return segments.sorted { $0.key < $1.key }.map { String(decoding: $0.value, as: UTF8.self) }.joined()
    }

    /// Returns the configuration of a journal on this disk, which is written without delay.
    func configuration(
        clock: RuntimeClock = RuntimeClock(.continuous), executor: (any SerialExecutor)? = nil
    ) -> JournalConfiguration {
        var configuration = JournalConfiguration(
            app: "tests", durability: .process, gathering: .zero, clock: clock,
            now: { Timestamp(millisecondsSince1970: 0) }, executor: executor, report: { _ in })
        configuration.fileSystem = self
        return configuration
    }
}
