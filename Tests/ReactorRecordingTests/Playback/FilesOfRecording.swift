import Foundation
import Reactor
import ReactorTestSupport

@testable import ReactorRecording

/// A recording written into a folder, a file for each header.
final class FilesOfRecording: Sendable {
    private let scratch: ScratchFolder

    init(_ recording: Recording) throws {
        scratch = try ScratchFolder()
        var files: [LineWriter] = []
        func begin(_ header: JournalHeader) {
            files.append(LineWriter())
            files[files.count - 1].write(header)
        }
        begin(recording.header)
        for line in recording.lines {
            switch line {
            case .header(let header): begin(header)
            case .entry(let entry): files[files.count - 1].write(entry)
            case .check(let check): files[files.count - 1].write(check)
            }
        }
        for (index, file) in files.enumerated() {
            _ = try scratch.file(JournalFolder.name(index + 1), Data(file.bytes))
        }
    }

    var path: String { scratch.path }

    /// Changes a digit of an entry in the first file, so that its check is wrong.
    func damage(entry seq: UInt64) throws {
        let file = URL(fileURLWithPath: "\(path)/\(JournalFolder.name(1))")
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        try Data(text.replacing("{\"seq\":\(seq),", with: "{\"seq\":\(seq + 1),").utf8).write(to: file)
    }
}
