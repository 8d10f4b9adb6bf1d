import EditingTraces
import Reactor
import Testing

@Suite("Document")
struct DocumentTests {
    struct Unrelated: Event {}

    @Test("An edit replaces its range")
    func edit() {
        var document = Document("Hello world")
        document.react(to: Edited(position: 6, deletedCount: 5, inserted: "Welt"))
        #expect(document == Document("Hello Welt"))
    }

    @Test(
        "An edit that reaches outside of the text changes nothing",
        arguments: [
            Edited(position: 4, deletedCount: 0, inserted: "x"), Edited(position: 2, deletedCount: 2, inserted: ""),
            Edited(position: -1, deletedCount: 1, inserted: ""), Edited(position: 0, deletedCount: -1, inserted: "x"),
            Edited(position: .max, deletedCount: .max, inserted: ""),
        ])
    func outside(edit: Edited) {
        var document = Document("abc")
        document.react(to: edit)
        #expect(document == Document("abc"))
    }

    @Test("A reset leaves an empty text, other events leave it as it is")
    func others() {
        var document = Document("abc")
        document.react(to: Unrelated())
        #expect(document == Document("abc"))
        document.react(to: Reset<Document>())
        #expect(document == Document())
    }

    @Test("An edit is small enough to travel without an allocation")
    func size() {
        #expect(MemoryLayout<Edited>.size <= 24)
    }
}
