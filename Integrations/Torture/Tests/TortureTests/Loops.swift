import Foundation

/// Whether loops have their full length: THOROUGH=1 in the environment.
enum Loops {
    static let isThorough = ProcessInfo.processInfo.environment["THOROUGH"] == "1"
}
