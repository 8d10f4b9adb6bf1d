#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CAllocator
    import Glibc
#endif

/// The resident memory of this process in bytes, after the allocator has returned its reserve: the memory that the program uses
/// now, not earlier.
func residentMemory() -> Int {
    #if canImport(Darwin)
        malloc_zone_pressure_relief(nil, 0)
        var info = task_vm_info_data_t()
        var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size)
        let result = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.phys_footprint) : 0
    #else
        malloc_trim(0)
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    #endif
}

/// The memory that the program has allocated and not freed, in bytes: without what the allocator keeps in reserve, which
/// may be tens of mebibytes after a burst.
func allocatedMemory() -> Int {
    #if canImport(Darwin)
        var statistics = malloc_statistics_t()
        malloc_zone_statistics(nil, &statistics)
        return statistics.size_in_use
    #else
        let information = mallinfo2()
        return information.uordblks + information.hblkhd
    #endif
}

extension Int {
    /// Bytes as mebibytes.
    var mebibytes: Double { Double(self) / 1_048_576 }
}
