import Reactor
import Testing

@testable import WeightLog

@Suite("Lock of the folder")
struct FolderLockTests {
    private let scratch = ScratchFolder()

    @Test("Whoever comes second waits two seconds, then is told who has the folder")
    func busy() async throws {
        let clock = CountingClock()
        let lock = try await FolderLock.acquire(scratch.folder, for: "import", clock: clock.runtime)
        let error = await #expect(throws: StoreError.self) {
            try await FolderLock.acquire(scratch.folder, for: "log", clock: clock.runtime)
        }
        guard case .busyFolder(scratch.folder.path, let holder?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(holder.verb == "import")
        #expect("\(holder.process)\(" import\n")" == (try scratch.text(of: scratch.folder.lockFile)))
        #expect(clock.slept == .seconds(2))
        withExtendedLifetime(lock) {}
    }

    @Test("A folder that was let go can be taken at once")
    func free() async throws {
        let clock = CountingClock()
        for _ in 0..<3 { _ = try await FolderLock.acquire(scratch.folder, for: "log", clock: clock.runtime) }
        #expect(clock.slept == .zero)
    }
}
