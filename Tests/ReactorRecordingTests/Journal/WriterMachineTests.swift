import Reactor
import Testing

@testable import ReactorRecording

@Suite("The writer of a journal")
struct WriterMachineTests {
    private static func machine(_ durability: Durability) -> WriterMachine {
        WriterMachine(durability, gathering: .milliseconds(2), seq: 0)
    }

    private func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

    @Test("Writes what comes first at once, and gathers what comes behind it")
    func gathers() {
        var machine = Self.machine(.process)
        #expect(machine.next(hasItems: false, isCrowded: false, now: at(0)) == .wait(until: nil))
        #expect(machine.next(hasItems: true, isCrowded: false, now: at(0)) == .take)
        machine.wrote(upTo: 1, at: at(0))
        #expect(machine.next(hasItems: true, isCrowded: false, now: at(1)) == .wait(until: at(2)))
        #expect(machine.next(hasItems: true, isCrowded: true, now: at(1)) == .take)
        #expect(machine.next(hasItems: true, isCrowded: false, now: at(2)) == .take)
        machine.wants(2)
        #expect(machine.next(hasItems: true, isCrowded: false, now: at(1)) == .take)
        #expect(machine.durable == 1)
    }

    @Test("Syncs at once, in time with others, or only at the end, as the durability says")
    func syncs() {
        var durable = Self.machine(.durable)
        durable.wrote(upTo: 3, at: at(0))
        #expect(durable.durable == 0)
        #expect(durable.next(hasItems: true, isCrowded: false, now: at(0)) == .sync)
        durable.didSync()
        #expect(durable.durable == 3)
        var grouped = Self.machine(.grouped(every: at(10)))
        grouped.wrote(upTo: 1, at: at(0))
        grouped.wrote(upTo: 2, at: at(5))
        #expect(grouped.next(hasItems: false, isCrowded: false, now: at(5)) == .wait(until: at(10)))
        #expect(grouped.next(hasItems: true, isCrowded: false, now: at(5)) == .wait(until: at(7)))
        #expect(grouped.next(hasItems: false, isCrowded: false, now: at(10)) == .sync)
        var process = Self.machine(.process)
        process.wrote(upTo: 1, at: at(0))
        #expect(process.next(hasItems: false, isCrowded: false, now: at(900)) == .wait(until: nil))
        process.closes()
        #expect(process.next(hasItems: true, isCrowded: false, now: at(900)) == .take)
        #expect(process.next(hasItems: false, isCrowded: false, now: at(900)) == .sync)
        process.didSync()
        #expect(process.next(hasItems: false, isCrowded: false, now: at(900)) == .end)
    }

    @Test("Wants a check after so many entries and as many bytes as the state has, and a segment when one is full")
    func wantsStates() {
        var schedule = StateSchedule(checkEvery: 10, Rotation(bytes: 1_000, entries: 50), SegmentSize())
        schedule.wrote(entries: 9, bytes: 90)
        #expect(schedule.use == nil)
        schedule.wrote(entries: 1, bytes: 10)
        #expect(schedule.use == .check)
        schedule.checked(stateBytes: 300)
        schedule.wrote(entries: 20, bytes: 200)
        #expect(schedule.use == nil)
        schedule.wrote(entries: 10, bytes: 100)
        #expect(schedule.use == .check)
        schedule.wrote(entries: 10, bytes: 100)
        #expect(schedule.use == .segment)
        schedule.began(headerBytes: 800, stateBytes: 700)
        schedule.checked(stateBytes: 800)
        schedule.wrote(entries: 1, bytes: 799)
        #expect(schedule.use == nil)
        schedule.wrote(entries: 1, bytes: 1)
        #expect(schedule.use == .segment)
        schedule.began(headerBytes: 10, stateBytes: 2)
        schedule.forceSegment()
        #expect(schedule.use == .segment)
    }

    @Test("At the end it wants a digest also of little, unless the state is far longer than what was written")
    func wantsTheLastState() {
        func found(_ headerBytes: UInt64, entries: Int = 0, upTo bytes: UInt64? = nil) -> StateSchedule {
            var size = SegmentSize()
            var header = Self.header
            header.base = Array(repeating: UInt8(ascii: " "), count: Int(headerBytes))
            size.count(.header(header), upTo: headerBytes)
            for _ in 0..<entries { size.count(.entry(Self.entry), upTo: bytes ?? headerBytes) }
            return StateSchedule(checkEvery: 1_000, Rotation(bytes: 1_000_000), size)
        }
        var short = found(500)
        #expect(short.lastUse == nil, "nothing was written since the header")
        short.wrote(entries: 1, bytes: 90)
        #expect(short.lastUse == .check)
        short.checked(stateBytes: 500)
        #expect(short.lastUse == nil)

        var long = found(160_000)
        long.wrote(entries: 1, bytes: 9_999)
        #expect(long.lastUse == nil)
        long.wrote(entries: 1, bytes: 1)
        #expect(long.lastUse == .check)

        // What was pending makes a header long, and not the state.
        var busy = SegmentSize()
        busy.count(.header(Self.header), upTo: 160_000)
        busy.count(.entry(Self.entry), upTo: 160_090)
        #expect(StateSchedule(checkEvery: 1, Rotation(bytes: 1_000_000), busy).use == .check)

        // What an earlier writer left without a digest counts.
        #expect(found(160_000, entries: 3, upTo: 170_000).lastUse == .check)
        #expect(found(500, entries: 3, upTo: 1_000_000).lastUse == .segment)
        // A long header alone is no full segment.
        var reopened = found(2_000_000)
        reopened.wrote(entries: 1, bytes: 90)
        #expect(reopened.lastUse == nil && reopened.use == nil)
    }

    private static let header = JournalHeader(
        id: "", app: "", at: .zero, schema: JournalSchema(), base: [])
    private static let entry = JournalEntry(seq: 1, at: .zero)
}
