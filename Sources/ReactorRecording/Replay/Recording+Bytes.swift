extension Recording {
    /// Creates a recording from the bytes of a file, up to an incomplete end after a crash.
    ///
    /// - Parameter name: The name for errors.
    /// - Throws: ``ReplayError`` if it is damaged.
    package init(bytes: [UInt8], named name: String) throws(ReplayError) {
        do {
            var reader = SegmentReader(bytes)
            guard case .header(let header)? = try reader.next() else { throw JournalError.notJournal(path: name) }
            var lines: [JournalLine] = []
            do {
                while let line = try reader.next() { lines.append(line) }
            } catch let fault as SegmentReader.Fault {
                if try reader.wasSynced(nil) { throw fault }
            }
            self.init(header: header, lines: lines)
        } catch let fault as SegmentReader.Fault where fault.fault == .notHeader {
            throw .journal(.notJournal(path: name))
        } catch {
            throw ReplayError(error, path: name)
        }
    }
}

extension SegmentReader {
    fileprivate init(_ bytes: [UInt8]) {
        var next = 0
        self.init(
            LineSource { buffer in
                let count = min(buffer.count, bytes.count - next)
                bytes.withUnsafeBytes {
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[next..<next + count]))
                }
                next += count
                return count
            })
    }
}
