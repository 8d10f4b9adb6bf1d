/// A snapshot of the segments in a folder. The oldest ones are open, so a reader can finish them although a writer removes them.
package struct SegmentSnapshot: Sendable {
    /// The numbers of the segments, in order.
    let numbers: [Int]
    private let files: [String: any File]

    /// The largest number of open segments. A writer would have to remove more than these while a reader reads one.
    private static var most: Int { 64 }

    /// Creates an empty snapshot.
    init() { (numbers, files) = ([], [:]) }

    /// Opens the segments in a folder. If one of them is removed before it is open, the folder is listed again.
    init(of folder: JournalFolder, lastOnly: Bool = false, _ fileSystem: any FileSystem) throws {
        while true {
            let listed = try folder.segments(fileSystem)
            let numbers = lastOnly ? listed.suffix(1) : listed[...]
            do {
                files = try numbers.prefix(Self.most).reduce(into: [:]) { files, number in
                    let path = folder.segment(number)
                    files[path] = try fileSystem.open(path, .read)
                }
                self.numbers = Array(numbers)
                return
            } catch let error as SystemError where error.isNotThere {
                guard try folder.segments(fileSystem) != listed else { throw error }
            }
        }
    }

    /// Returns the header of a segment, or nil if it does not begin with one.
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

    /// Returns the open file of a path, or opens the file that has this path now.
    func opened(_ path: String, _ fileSystem: any FileSystem) throws -> any File {
        try files[path] ?? fileSystem.open(path, .read)
    }
}
