import ReactorPlatform
import ReactorRecording

/// Several workers that share a list of sessions. One thread sends the requests and receives the responses.
struct WorkerPool {
    private let workers: [WorkerProcess]

    /// - Parameters:
    ///   - notes: The folder for the notes of the workers.
    ///   - limit: The time that a worker may spend on one event.
    init(_ command: WorkerCommand, count: Int, notes: String, limit: Duration) throws(MinimiseError) {
        var workers: [WorkerProcess] = []
        for _ in 1...max(count, 1) { workers.append(try WorkerProcess(command, notes: notes, limit: limit)) }
        self.workers = workers
    }

    /// Sends every session, and calls a closure with each response as it arrives.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The workers are then ended.
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
            var polled = workers.indices.filter { inHand[$0] != nil }.map { index in
                pollfd(fd: workers[index].output, events: Int16(POLLIN), revents: 0)
            }
            _ = poll(&polled, nfds_t(polled.count), WorkerProcess.look)
            for index in workers.indices {
                guard let session = inHand[index], let answer = workers[index].answerIfAny() else { continue }
                inHand[index] = nil
                try each(session, answer)
            }
        }
    }
}

extension WorkerProcess {
    fileprivate func ask(_ session: BacktestSession) throws(MinimiseError) {
        let request: JSON = ["path": .string(session.name), "file": .string(session.file)]
        try ask(request)
    }
}

func coreCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
