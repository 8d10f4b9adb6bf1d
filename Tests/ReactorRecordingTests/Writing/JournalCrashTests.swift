import Foundation
import Reactor
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorRecording

@Suite("A journal after a crash")
struct JournalCrashTests {
    @Test(
        "After any loss or failure of the disk, exactly the acknowledged entries are there, in order"
    )
    func survivesAnything() throws {
        for seed in Loops.seeds(of: 6_000) {
            var random = SeededRandom(seed: seed)
            let disk = ModelFileSystem()
            // All numbers that were ever fired and may be in the journal, in order.
            var numbers: [Int] = []
            var acknowledged = 0
            var next = 0
            // The number of entries whenever no group was open.
            var whole: Set<Int> = [0]
            for life in 0..<(2 + random.below(5)) {
                let refusals = random.chance(40) ? random.below(8) : 0
                let troubleSeed = random.next()
                disk.setTrouble { call, name in
                    var random = SeededRandom(seed: troubleSeed &+ UInt64(call))
                    if random.chance(5) && (name == "read" || name == "write") { return .short }
                    let fails = random.below(1_000) < refusals && name != "read" && name != "stat"
                    return fails ? .error(random.chance(50) ? EIO : ENOSPC) : nil
                }
                do {
                    var journal = try JournalLife(
                        disk, rotation: Rotation(bytes: 1 << (6 + random.below(6)), entries: 5 + random.below(60)),
                        checkEvery: 1 + random.below(30))
                    let found = journal.recovered.numbers
                    #expect(found.count >= acknowledged, "seed \(seed), life \(life): lost")
                    #expect(found == Array(numbers.prefix(found.count)), "seed \(seed), life \(life): different")
                    #expect(whole.contains(found.count), "seed \(seed), life \(life): half a group")
                    numbers = found
                    acknowledged = found.count
                    for _ in 0..<random.below(40) {
                        switch random.below(10) {
                        case 0...4:
                            let count = random.chance(25) ? 2 + random.below(4) : 1
                            let fired = (0..<count).map { next + $0 }
                            next += count
                            numbers += fired
                            whole.insert(numbers.count)
                            try journal.fire(fired, padding: random.chance(20) ? random.below(700) : 0)
                        case 5:
                            journal.beginBatch()
                            try journal.flush()
                        case 6, 7:
                            try journal.sync()
                            acknowledged = numbers.count
                        default: try journal.keep(numbers)
                        }
                    }
                    if random.chance(20) {
                        try journal.end()
                        acknowledged = numbers.count
                    }
                } catch let error as SystemError {
                    #expect(error.code == EIO || error.code == ENOSPC, "seed \(seed), life \(life): \(error)")
                } catch {
                    Issue.record("seed \(seed), life \(life): \(error)")
                }
                disk.setTrouble { _, _ in nil }
                if random.chance(60) { disk.losePower(&random) } else { disk.kill() }
            }
            let last = try JournalLife(disk)
            #expect(last.recovered.numbers.count >= acknowledged, "seed \(seed): lost at the end")
            #expect(
                last.recovered.numbers == Array(numbers.prefix(last.recovered.numbers.count)),
                "seed \(seed): at the end")
            let folded = try Folded(JournalLife.folder.path, disk)
            #expect(folded.numbers == last.recovered.numbers, "seed \(seed): read as a whole")
        }
    }

    @Test("A failure of any system call loses no acknowledged entry")
    func survivesEveryRefusal() throws {
        /// Writes entries of every kind; returns the acknowledged ones, and the fired ones.
        func work(_ disk: ModelFileSystem) -> (acknowledged: Int, fired: [Int], error: (any Error)?) {
            var acknowledged = 0
            var fired: [Int] = []
            do {
                for start in [0, 20] {
                    var journal = try JournalLife(disk, rotation: Rotation(entries: 6), checkEvery: 3)
                    for number in start..<(start + 12) {
                        fired += number % 4 == 0 ? [number, number + 100] : [number]
                        try journal.fire(number % 4 == 0 ? [number, number + 100] : [number])
                        if number % 3 == 0 { try journal.flush() }
                        if number % 5 == 0 {
                            try journal.sync()
                            acknowledged = fired.count
                        }
                        try journal.keep(fired)
                    }
                    try journal.end()
                    acknowledged = fired.count
                    disk.kill()
                }
                return (acknowledged, fired, nil)
            } catch {
                return (acknowledged, fired, error)
            }
        }
        let plain = ModelFileSystem()
        let whole = work(plain)
        #expect(whole.error == nil && whole.acknowledged == whole.fired.count)
        let calls = plain.callCount
        #expect(calls > 100)
        for trouble in [ModelFileSystem.Trouble.error(EIO), .error(ENOSPC), .short] {
            for bad in Loops.places(1...calls, oneOf: 4) {
                let disk = ModelFileSystem()
                disk.setTrouble { call, name in
                    if trouble == .short && name != "read" && name != "write" { return nil }
                    return call == bad ? trouble : nil
                }
                let done = work(disk)
                disk.setTrouble { _, _ in nil }
                if trouble == .short {
                    #expect(done.error == nil, "\(trouble) at call \(bad)")
                    for path in [1, 2, 3, 4, 5].map(JournalLife.folder.segment) {
                        #expect(disk[path] == plain[path], "\(trouble) at call \(bad)")
                    }
                }
                var random = SeededRandom(seed: UInt64(bad))
                if bad % 2 == 0 { disk.losePower(&random) } else { disk.kill() }
                let found = try JournalLife(disk).recovered.numbers
                #expect(found.count >= done.acknowledged, "\(trouble) at call \(bad)")
                #expect(found == Array(done.fired.prefix(found.count)), "\(trouble) at call \(bad)")
            }
        }
    }

    @Test("The bytes of an incomplete end survive a power loss right after the cut")
    func keepsWhatItCutOff() throws {
        let path = JournalLife.folder.segment(1)
        let tail = Array("{\"seq\":2,\"at\":\"2026".utf8)
        for seed in 1...15 as ClosedRange<UInt64> {
            let disk = ModelFileSystem()
            var journal = try JournalLife(disk)
            try journal.fire([1])
            try journal.sync()
            disk.kill()
            disk[path] = (disk[path] ?? []) + tail
            let torn = try #require(try JournalLife(disk).report.torn)
            var random = SeededRandom(seed: seed)
            disk.losePower(&random)
            #expect(disk[torn.file] == tail, "seed \(seed)")
        }
    }
}
