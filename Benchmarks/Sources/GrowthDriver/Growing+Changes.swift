import Foundation
import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import Workloads

/// The queue of changes.
extension Growing {
    static let changes = [
        Growing("ChangeQueue.enqueue(_:), offline, of n lanes", "queued changes", count: 50) { n, span in
            try await queued { queue in
                try await span { for id in 0..<n { try await queue.enqueue(change(id, lane: id)) } }
                try check(await queue.queued.count == n, "not all are queued")
            }
        },
        Growing("ChangeQueue.enqueue(_:), offline, of one lane", "queued changes", count: 50) { n, span in
            try await queued { queue in
                try await span { for id in 0..<n { try await queue.enqueue(change(id, lane: 0)) } }
                try check(await queue.queued.count == n, "not all are queued")
            }
        },
        Growing("ChangeQueue sends what is queued, of n lanes", "queued changes", count: 50) { n, span in
            try await queued { queue in
                for id in 0..<n { try await queue.enqueue(change(id, lane: id)) }
                await span {
                    await queue.setOnline(true)
                    await queue.idle()
                }
                try check(await queue.queued.isEmpty, "not all were sent")
            }
        },
        Growing("ChangeQueue sends what is queued, of one lane", "queued changes", count: 50) { n, span in
            try await queued { queue in
                for id in 0..<n { try await queue.enqueue(change(id, lane: 0)) }
                await span {
                    await queue.setOnline(true)
                    await queue.idle()
                }
                try check(await queue.queued.isEmpty, "not all were sent")
            }
        },
        Growing("ChangeQueue.drop(_:), the oldest first", "queued changes", count: 50) { n, span in
            try await queued { queue in
                var ids: [ChangeID] = []
                for id in 0..<n { ids.append(try await queue.enqueue(change(id, lane: id)).id) }
                try await span { for id in ids { try await queue.drop(id) } }
                try check(await queue.queued.isEmpty, "not all were dropped")
            }
        },
        Growing("ChangeQueue.queued", "queued changes", count: 50) { n, span in
            try await queued { queue in
                for id in 0..<n { try await queue.enqueue(change(id, lane: id)) }
                let all = await span { await queue.queued }
                try check(all.count == n, "not all are queued")
            }
        },
        Growing("ChangeQueue.status", "queued changes, and reads", count: 50) { n, span in
            try await queued { queue in
                for id in 0..<n { try await queue.enqueue(change(id, lane: id)) }
                var sum = 0
                await span { for _ in 0..<n { sum += await queue.status.queued } }
                try check(sum == n * n, "not all are queued")
            }
        },
        Growing("ChangeQueue.open(journal:)", "queued changes", count: 50) { n, span in
            try await inFolder { folder in
                let queue = try await open(folder)
                for id in 0..<n { try await queue.enqueue(change(id, lane: id)) }
                try await queue.close()
                let again = try await span { try await open(folder) }
                try check(await again.queued.count == n, "not all are queued")
                try await again.close()
            }
        },
        Growing("ChangeQueue.suspend() and resume(), without a write", "times", count: 50) { n, span in
            try await queued { queue in
                try await queue.enqueue(change(0, lane: 0))
                try await span {
                    for _ in 0..<n {
                        try await queue.suspend()
                        try await queue.resume()
                    }
                }
                try check(await queue.queued.count == 1, "it is not queued any more")
            }
        },
        Growing("ChangeQueue.resume(), once", "changes that another queues meanwhile", count: 50) { n, span in
            try await inFolder { folder in
                let queue = try await open(folder)
                try await queue.suspend()
                let other = try await open(folder)
                for id in 0..<n { try await other.enqueue(change(id, lane: id)) }
                try await other.close()
                try await span { try await queue.resume() }
                try check(await queue.queued.count == n, "not all are queued")
                try await queue.close()
            }
        },
    ]

    private static func change(_ id: Int, lane: Int) -> DescribedChange {
        DescribedChange(
            lane: LaneName(rawValue: "lane-\(lane)"),
            steps: [RequestDescription(operation: "Row.set", step: "set", method: .put, target: .path("/rows/\(id)"))])
    }

    private static func queued(_ body: (ChangeQueue<DescribedChange>) async throws -> Void) async throws {
        try await inFolder { folder in
            let queue = try await open(folder)
            try await body(queue)
            try await queue.close()
        }
    }

    private static func open(_ folder: String) async throws -> ChangeQueue<DescribedChange> {
        let network = InMemoryNetworkAdapter { request, _ in .empty(204, for: request) }
        return try await ChangeQueue.open(
            journal: folder, configuration: JournalConfiguration(app: "growth", durability: .process),
            destinations: [.api: .server(JsonGateway(baseURL: try BaseURL("https://api.example"), network: network))],
            options: ChangeQueueOptions(isOnline: false))
    }

    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("growth-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }
}
