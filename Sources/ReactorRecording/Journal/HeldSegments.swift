/// The segments of a folder at one moment, of which the oldest are open: a writer that removes them while it begins the next does
/// not take them away from a reader.
package struct HeldSegments: Sendable {
    /// The numbers, in order.
    let numbers: [Int]
    private let files: [String: any File]

    /// The most segments that are open at a time. A writer would have to remove as many while a reader reads one.
    private static var most: Int { 64 }

    /// No segments.
    init() { (numbers, files) = ([], [:]) }

    /// The segments that are in a folder now. If one of them is removed before it is open, the folder is listed again.
    init(of folder: JournalFolder, lastOnly: Bool = false, _ fileSystem: any FileSystem) throws {
        while true {
            let listed = try folder.segments(fileSystem)
            let numbers = lastOnly ? listed.suffix(1) : listed[...]
            do {
                files = try numbers.prefix(Self.most).reduce(into: [:]) { files, number in
                    let path = folder.segment(number)
                    files[path] = try fileSystem.opened(path, .read)
                }
                self.numbers = Array(numbers)
                return
            } catch let error as SystemError where error.isNotThere {
                guard try folder.segments(fileSystem) != listed else { throw error }
            }
        }
    }

    /// The header of a segment; nil if the segment begins with another line.
    ///
    /// - Throws: ``JournalError``.
    func header(of path: String, _ fileSystem: any FileSystem) throws -> JournalHeader? {
        do {
            var reader = SegmentReader(LineSource(try opened(path, fileSystem)))
            guard case .header(let header) = try reader.next() else { return nil }
            return header
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// A file of the recording: the open one, or else the one that has this path now.
    func opened(_ path: String, _ fileSystem: any FileSystem) throws -> any File {
        try files[path] ?? fileSystem.opened(path, .read)
    }
}
