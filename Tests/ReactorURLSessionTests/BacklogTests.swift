import Foundation
import ReactorLoopbackSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorServices

@Suite("The backlog of a slow receiver")
struct BacklogTests {
    @Test("Is delivered to the last byte, in order, however long it is and whenever it is read")
    func model() throws {
        for seed in 0..<UInt64(Loops.always(20)) {
            var random = SeededRandom(seed: seed)
            var (backlog, model, given) = (Backlog(), Data(), 0)
            for step in 0..<60 {
                if random.chance(55) {
                    let size = random.chance(20) ? random.below(2 << 20) : random.below(300_000)
                    let piece = Data(repeating: UInt8(step), count: size + 1)
                    model += piece
                    try backlog.add(piece)
                } else {
                    for _ in 0..<random.below(12) {
                        guard let piece = try backlog.next() else {
                            #expect(given == model.count, "seed \(seed), step \(step)")
                            break
                        }
                        #expect(model[given..<given + piece.count] == piece, "seed \(seed), step \(step)")
                        given += piece.count
                    }
                }
                #expect(backlog.inMemory <= Backlog.memoryLimit + (2 << 20), "seed \(seed), step \(step)")
            }
            while let piece = try backlog.next() {
                #expect(model[given..<given + piece.count] == piece, "seed \(seed)")
                given += piece.count
            }
            #expect(given == model.count && backlog.inMemory == 0, "seed \(seed)")
        }
    }

    @Test("Takes no more memory for a backlog four times as long")
    func bounded() throws {
        func inMemory(_ megabytes: Int) throws -> Int {
            var backlog = Backlog()
            for _ in 0..<megabytes * 16 { try backlog.add(Data(count: 1 << 16)) }
            return backlog.inMemory
        }
        #expect(try inMemory(8) == Backlog.memoryLimit)
        #expect(try inMemory(32) == Backlog.memoryLimit)
    }
}

@Suite("A receiver of a response body")
struct BodyOutletTests {
    private func request(_ onBody: @escaping @Sendable (BodyPiece) throws -> Void) throws -> Request {
        var properties = MutableRequestProperties(.get, "/")
        properties.onBody = onBody
        return try Request(properties, id: Request.ID(1), base: BaseURL("http://127.0.0.1"))
    }

    @Test(
        "That does not return blocks no other, and receives everything in order later", .timeLimit(.minutes(10)))
    func slow() async throws {
        let (hold, given) = (DispatchSemaphore(value: 0), Locked<[BodyPiece]>([]))
        let request = try request { piece in
            if piece.offset == 0 { hold.wait() }
            given.withLock { $0.append(piece) }
        }
        let outlet = try #require(BodyOutlet(request) { Issue.record("\($0)") })
        for number in 0..<256 { try outlet.add(Data(repeating: UInt8(number), count: 1 << 16), of: 1 << 24) }
        #expect(outlet.inMemory <= Backlog.memoryLimit)
        hold.signal()
        await withCheckedContinuation { continuation in outlet.whenGiven { continuation.resume() } }
        var body = Data()
        for piece in given.copy {
            #expect(piece.offset == body.count)
            body += piece.data
        }
        #expect(body == (0..<256).reduce(into: Data()) { $0 += Data(repeating: UInt8($1), count: 1 << 16) })
    }

    @Test("That refuses a piece receives no other, and that is reported once", .timeLimit(.minutes(10)))
    func refusing() async throws {
        struct Full: Error {}
        let (hold, pieces) = (DispatchSemaphore(value: 0), Locked(0))
        let request = try request { _ in
            hold.wait()
            pieces.withLock { $0 += 1 }
            throw Full()
        }
        let failures = Locked(0)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let outlet = BodyOutlet(request) { error in
                failures.withLock { $0 += 1 }
                continuation.resume(with: error is Full ? .success(()) : .failure(error))
            }
            for _ in 0..<3 { try? outlet?.add(Data(count: 10), of: nil) }
            outlet?.whenGiven { Issue.record("it did not receive everything") }
            hold.signal()
        }
        #expect(pieces.copy == 1 && failures.copy == 1)
    }

    @Test("That is closed receives nothing more", .timeLimit(.minutes(10)))
    func closed() async throws {
        let (began, hold, pieces) = (TestGate<Void>(isOpen: true), DispatchSemaphore(value: 0), Locked(0))
        let request = try request { _ in
            began.arrive()
            hold.wait()
            pieces.withLock { $0 += 1 }
        }
        let outlet = try #require(BodyOutlet(request) { Issue.record("\($0)") })
        for _ in 0..<3 { try outlet.add(Data(count: 10), of: nil) }
        await began.arrived()
        outlet.close()
        try outlet.add(Data(count: 10), of: nil)
        outlet.whenGiven { Issue.record("no task waits for a closed receiver") }
        hold.signal()
        #expect(pieces.copy <= 1)
    }
}

/// A receiver that does not return blocked every request of the process, or everything waited in memory.
@Suite("A response that is read slowly", .enabled(if: WorldKind.available.contains(.server)))
struct SlowReceiverTests {
    @Test("Blocks no other request of its session, and arrives completely", .timeLimit(.minutes(10)))
    func others() async throws {
        let world = try World()
        let gateway = JsonGateway(jsonPatientAt: world.api, over: world.network)
        let (began, hold, sizes) = (TestGate<Void>(isOpen: true), DispatchSemaphore(value: 0), Locked<[Int]>([]))
        async let large = gateway.get("/bytes", params: ["count": 20_000_000]) { properties in
            properties.answerLimit = 20_000_000
            properties.onBody = { piece in
                if piece.offset == 0 {
                    began.arrive()
                    hold.wait()
                }
                #expect(sizes.withLock { $0.reduce(0, +) } == piece.offset)
                sizes.withLock { $0.append(piece.data.count) }
            }
        }
        await began.arrived()
        for number in 0..<20 {
            #expect(try await gateway.get("/echo", params: ["n": number]).json?["query"]?.string == "n=\(number)")
        }
        hold.signal()
        #expect(try await large.status == 200)
        #expect(sizes.copy.reduce(0, +) == 20_000_000)
    }
}
