// The part of Foundation that every system has: the whole of Foundation is larger, and slower to load.
#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials
#else
    @_exported import Foundation
#endif
