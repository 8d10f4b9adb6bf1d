import ReactorRecording

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Several workers that share a list of sessions. One thread gives out the work and takes the answers in.
struct WorkerPool {
    private let workers: [WorkerProcess]

    /// - Parameter notes: a folder for the notes of the workers.
    init(_ command: WorkerCommand, count: Int, notes: String) throws(MinimiseError) {
        var workers: [WorkerProcess] = []
        for number in 1...max(count, 1) {
            workers.append(try WorkerProcess(command, note: "\(notes)/reactor-note-\(getpid())-\(number)"))
        }
        self.workers = workers
    }

    /// Asks about every session, and hands out each answer as it comes.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, with the workers ended.
    func ask(
        _ sessions: [BacktestSession], each: (BacktestSession, WorkerProcess.Answer) throws -> Void
    ) throws {
        var next = 0
        var inHand: [BacktestSession?] = workers.map { _ in nil }
        while next < sessions.count || inHand.contains(where: { $0 != nil }) {
            if Task.isCancelled {
                for worker in workers { worker.stop() }
                throw CancellationError()
            }
            for index in workers.indices where inHand[index] == nil && next < sessions.count {
                try workers[index].ask(sessions[next])
                inHand[index] = sessions[next]
                next += 1
            }
            for index in Self.ready(workers.indices.filter { inHand[$0] != nil }.map { ($0, workers[$0].output) }) {
                guard let session = inHand[index] else { continue }
                inHand[index] = nil
                try each(session, workers[index].answer())
            }
        }
    }

    /// Those of the workers that have something to say, or died.
    private static func ready(_ outputs: [(index: Int, descriptor: Int32)]) -> [Int] {
        var polled = outputs.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        // Now and then to see whether somebody has cancelled.
        let betweenLooks: Int32 = 200
        guard poll(&polled, nfds_t(polled.count), betweenLooks) > 0 else { return [] }
        return zip(outputs, polled).filter { $0.1.revents != 0 }.map(\.0.index)
    }
}

extension WorkerProcess {
    fileprivate func ask(_ session: BacktestSession) throws(MinimiseError) {
        let request: JSON = ["path": .string(session.name), "file": .string(session.file)]
        try ask(request)
    }
}

/// How many cores there are.
func coreCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
