#if canImport(Darwin)
    import Foundation
#endif
import ReactorPlatform

/// The program that runs, as the file that it was started from.
extension SystemCalls {
    /// Where it is; nil where the system does not say.
    static var program: String? {
        #if canImport(Darwin)
            return Bundle.main.executablePath
        #else
            return "/proc/self/exe"
        #endif
    }

    /// A number that is another for another build: made of which file it is, how long, and of when. nil where there is
    /// none.
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
