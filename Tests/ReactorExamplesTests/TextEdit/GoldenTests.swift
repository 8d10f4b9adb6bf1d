import ReactorTesting
import Testing

@testable import ExampleTextEdit

@Suite("Golden recordings of textedit")
struct GoldenTests {
    @Test("A recording is replayed as it was when it was added")
    func replayed() async throws {
        try await verify(recording: "Golden/text-letter.jsonl", catalog: Document.catalog)
    }
}
