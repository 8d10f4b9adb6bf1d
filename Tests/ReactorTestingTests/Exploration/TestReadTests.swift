import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("A read whose response a test chooses")
struct TestReadTests {
    private struct Listed: Event { var titles: [String] }
    private struct Renamed: Event { var title: String }

    private struct Shelf: State {
        var titles: [String] = []

        mutating func react(to event: any Event) {
            switch event {
            case let event as Listed: titles = event.titles
            case let event as Renamed: titles[0] = event.title
            default: break
            }
        }
    }

    @Test("A response is placed below a change that was made after the read began, also if the change is confirmed")
    func below() async {
        let core = Core(state: Shelf(titles: ["old"]))
        let (early, late) = (core.beginRead(), core.predict(Renamed(title: "new")))
        late.commit()
        early.respond(with: Listed(titles: ["old", "second"]))
        #expect(await core.state.titles == ["new", "second"])
        let fresh = core.beginRead()
        fresh.respond(with: Listed(titles: ["third"]))
        #expect(await core.state.titles == ["third"])
    }

    @Test("A second response of a read is refused, and a read without a response has no effect")
    func twice() async {
        let reports = Locked<[String]>([])
        let core = Core(
            state: Shelf(), runtime: Runtime(report: { report in reports.withLock { $0.append("\(report)") } }))
        let read = core.beginRead()
        do { _ = core.beginRead() }
        read.respond(with: Listed(titles: ["first"]))
        read.respond(with: Listed(titles: ["second"]))
        #expect(await core.state.titles == ["first"])
        #expect(await core.counts.refused(.ledger) == 1)
        #expect(reports.copy.first?.contains("Called at ReactorTestingTests/TestReadTests.swift") == true)
    }
}
