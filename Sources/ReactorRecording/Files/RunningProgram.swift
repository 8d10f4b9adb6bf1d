#if canImport(Darwin)
    import Foundation
#endif
import ReactorPlatform

/// The executable of the running program.
extension SystemFileSystem {
    /// The path of the executable, or nil if the system does not provide it.
    static var executable: String? {
        #if canImport(Darwin)
            return Bundle.main.executablePath
        #else
            return "/proc/self/exe"
        #endif
    }

    /// Returns a number for a build, from the identity, size and date of its file, or nil if there is none.
    ///
    /// The note about openings that ended the program contains it, so that an update with a fix is not refused for the
    /// crashes of the build before. The version of an app cannot replace it: programs on Linux have none, and it does not
    /// change from one build of a developer to the next. On Apple's systems the file is the app's own, in its bundle, and
    /// only this number leaves the call; the privacy manifest declares the use of file metadata.
    static func build(_ path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.modified
        let parts = [
            Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec),
        ]
        // FNV-1a over whole words.
        return parts.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(bitPattern: $1)) &* 0x0000_0100_0000_01B3 }
    }
}
