#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Day {
    /// The day that it is here, by the time zone of the user.
    static func today() -> Day {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
            ?? Day(ordinal: Int(now) / 86_400)
    }

    /// The seconds by which the clock here is ahead of Greenwich, at a moment in seconds since 1970.
    static func offsetHere(at moment: Int) -> Int {
        var moment = time_t(moment)
        var parts = tm()
        localtime_r(&moment, &parts)
        return parts.tm_gmtoff
    }
}
