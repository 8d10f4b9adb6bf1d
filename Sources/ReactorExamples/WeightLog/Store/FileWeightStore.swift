#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps the book in one file of a folder.
///
/// Saving writes a new file beside the old one and renames it into place when it is on the disk. Whoever reads, and
/// whoever comes after a crash, finds the old book or the new one and nothing between.
struct FileWeightStore: WeightStore {
    let folder: DataFolder
    /// Kept as long as the store, by a process that saves. Reading needs none.
    let lock: FolderLock?

    init(folder: DataFolder, lock: FolderLock? = nil) {
        self.folder = folder
        self.lock = lock
    }

    func load() throws(StoreError) -> WeightBook {
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try OpenFile(folder.dataFile, for: .reading).readAll()
        } catch {
            guard !error.isNotFound else { return WeightBook() }
            throw .unreadableFile(folder.dataFile, error)
        }
        do throws(Damage) {
            return try BookReader.book(from: bytes)
        } catch {
            throw .damagedFile(folder.dataFile, error)
        }
    }

    func save(_ book: WeightBook) throws(StoreError) {
        do throws(SystemFailure) {
            try replace(with: BookFormat.bytes(of: book))
        } catch {
            unlink(folder.newDataFile)
            throw .unwritableFolder(folder.path, error)
        }
    }

    private func replace(with bytes: [UInt8]) throws(SystemFailure) {
        let file = try OpenFile(folder.newDataFile, for: .replacing)
        try file.writeAll(bytes)
        try file.synchronize()
        guard rename(folder.newDataFile, folder.dataFile) == 0 else { throw SystemFailure.last }
        try OpenFile(folder.path, for: .folder).synchronize()
    }
}
