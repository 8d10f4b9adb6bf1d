import ReactorTesting
import ReactorTools
import Testing

@testable import ReactorRecording

@Suite("Text for terminals and tables")
struct TextExportTests {
    @Test("An entry is one readable line")
    func line() {
        let lines = Diary.recording.lines.compactMap { line -> String? in
            guard case .entry(let entry) = line else { return nil }
            return EntryText(entry).line()
        }
        #expect(
            lines == [
                #"     1  2026-01-01T08:00:01.000Z  signedIn  Write 1  {"password":"pa55word"}"#,
                #"     2  2026-01-01T08:00:02.000Z  line.written  Write 2  {"text":"=HYPERLINK(1)","pin":"pin-1111"}"#,
                #"     3  2026-01-01T08:00:03.000Z  line.written  begin 1  Write 3  {"text":"second","pin":"pin-2222"}"#,
                "     4  2026-01-01T08:00:04.000Z  rollback 1  Write 4",
                #"     5  2026-01-01T08:00:05.000Z  line.written  begin 2  Write 5  {"text":"third\u001b[31m\u{202E}","pin":"pin-3333"}"#,
            ])
    }

    @Test("The JSON of an entry is its line in the journal without the check, for every step")
    func json() throws {
        var random = SeededRandom(seed: 6)
        for _ in 0..<400 {
            guard case .entry(let entry) = JournalLine.arbitrary(&random) else { continue }
            var writer = LineWriter()
            writer.write(entry)
            var line = try JSON(parsing: writer.bytes)
            line["crc"] = nil
            // A file contains each place once, with a number; an entry alone contains the place itself.
            if line["place"] != nil { line["place"] = entry.place.map { .string($0) } }
            if line["cause"]?["place"] != nil { line["cause"]?["place"] = entry.cause?.place.map { .string($0) } }
            #expect(EntryText(entry).json == line)
        }
        guard case .entry(let entry) = Diary.recording.lines[0] else { return }
        #expect(
            EntryText(entry, redactor: Diary.redactor, catalog: Diary.catalog).json["payload"]?["password"]
                == .string("‹redacted›"))
    }
}
