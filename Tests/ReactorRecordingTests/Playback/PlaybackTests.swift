import Reactor
import ReactorTesting
import Testing

@testable import ReactorRecording

@Suite("Playback")
struct PlaybackTests {
    @Test("Two entries are compared member by member")
    func differs() throws {
        let playback = try Playback(of: sample(), catalog: Shelf.catalog)
        let difference = try playback.difference(from: 1, to: 2)
        #expect(difference.description == #"items[1]: added {"id":2,"title":"t"}"#)
        #expect(try playback.difference(from: 2, to: 2).isEmpty)
        #expect(throws: ReplayError.outOfRange(seq: 3, first: 0, last: 2)) { try playback.difference(from: 1, to: 3) }
    }

    @Test("A recording that cannot be replayed to its end is shown up to the obstacle, with the reason")
    func obstacle() throws {
        let lines = sample().lines + [.entry(.delivered(3, RecordedEvent(name: "item.painted")))]
        var playback = try Playback(of: Recording(header: sample().header, lines: lines), catalog: Shelf.catalog)
        #expect(playback.last == 2)
        #expect(playback.obstacle == ReplayError.catalog(CatalogError.unknownName("item.painted"), seq: 3))
        try playback.move(to: 2)
        #expect(playback.state.items.count == 2)
    }
}
