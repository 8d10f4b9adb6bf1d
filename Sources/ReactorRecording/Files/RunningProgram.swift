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
