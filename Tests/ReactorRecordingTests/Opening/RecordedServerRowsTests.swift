import Foundation
import Reactor
import Testing

@testable import ReactorRecording

@Suite("Rows in the server's order, recorded")
struct RecordedServerRowsTests {
    struct Weight: Identifiable, Equatable, Codable {
        var id: Int
        var kilograms: Double
        var stars = 0
        /// The number of the last change of this client that the row includes.
        var applied = 0
    }

    struct StarGiven: Event, Codable {
        var id: Int
        var number: Int
    }

    struct Saved: Event, Codable {
        var weight: Weight
        var version: Int
    }

    struct Deleted: Event, Codable {
        var id: Int
        var version: Int
    }

    struct Received: Event, Codable {
        var weights: [Weight]
        var version: Int
    }

    struct Log: State, Codable, Equatable {
        var weights = ServerRows<Weight, Int>()

        mutating func react(to event: any Event) {
            switch event {
            case let event as StarGiven:
                if let row = weights.rows[id: event.id], row.applied < event.number {
                    weights.rows[id: event.id]?.stars += 1
                }
            case let event as Saved: weights.receive(event.weight, at: event.version)
            case let event as Deleted: weights.receiveDeletion(of: event.id, at: event.version)
            case let event as Received: _ = weights.receive(all: event.weights, asOf: event.version)
            default: break
            }
        }

        static let events: [EventSchema] = [
            .event(StarGiven.self, as: "star.given"), .event(Saved.self, as: "saved"),
            .event(Deleted.self, as: "deleted"), .event(Received.self, as: "received"),
        ]
        static let catalog = EventCatalog<Log>(events: events)
    }

    @Test("Rows, versions and deletions survive a restart, and the recording verifies")
    func reopened() async throws {
        let folder = JournalOnDisk()
        let opened = try await folder.open(Log(), Log.catalog)
        let weights = [Weight(id: 1, kilograms: 80), Weight(id: 2, kilograms: 70)]
        opened.core.fire(event: Received(weights: weights, version: 4))
        for id in 3..<40 { opened.core.fire(event: Saved(weight: Weight(id: id, kilograms: 60), version: id + 2)) }
        opened.core.fire(event: Deleted(id: 2, version: 50))
        let state = await opened.core.state
        try await opened.close()

        let again = try await folder.open(Log(), Log.catalog)
        #expect(await again.core.state == state)
        again.core.fire(event: Saved(weight: Weight(id: 2, kilograms: 71), version: 49))
        #expect(await again.core.state == state)
        try await again.close()
        let verification = try Verification(of: RecordingFile(path: folder.path), every: 3, catalog: Log.catalog)
        #expect(verification.finding == nil)
        #expect(verification.checks > 1)
    }

    @Test("After a restart a counter is pending again, and a change by the server is not shown twice")
    func restart() async throws {
        let folder = JournalOnDisk()
        do {
            let opened = try await folder.open(Log(), Log.catalog)
            opened.core.fire(event: Received(weights: [Weight(id: 1, kilograms: 80)], version: 4))
            let predictions = [1, 2].map { opened.core.predict(StarGiven(id: 1, number: $0)) }
            #expect(await opened.core.state.weights.rows[id: 1]?.stars == 2)
            try await opened.journal.close()
            withExtendedLifetime(predictions) {}
        }
        let opened = try await folder.open(Log(), Log.catalog)
        #expect(await opened.core.state.weights.rows[id: 1]?.stars == 2)
        // The server has carried out the first and never received the second.
        let held = Weight(id: 1, kilograms: 80, stars: 1, applied: 1)
        opened.core.fire(event: Received(weights: [held], version: 5), .authoritative)
        #expect(await opened.core.state.weights.rows[id: 1]?.stars == 2)
        let pending = opened.pending
        try #require(pending.count == 2)
        pending[0].prediction.commit(with: [Saved(weight: held, version: 5)])
        #expect(await opened.core.state.weights.rows[id: 1]?.stars == 2)
        pending[1].prediction.rollback()
        #expect(await opened.core.state.weights.rows[id: 1]?.stars == 1)
        try await opened.close()
    }
}
