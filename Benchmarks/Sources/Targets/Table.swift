import Foundation

/// Markdown tables of the results.
enum Table {
    static func heading() -> String {
        let date = Date.now.formatted(.iso8601.year().month().day())
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return "# Reactor, measured on \(machine()), \(processors) cores, \(date)\(load())"
    }

    static func findings(_ findings: [Finding]) -> String {
        rows(
            [["row", "measured", "target", ""]]
                + findings.map { [$0.row, $0.measured, $0.target, $0.verdict.rawValue] })
    }

    static func comparison(_ lines: [Comparison.Line]) -> String {
        let header = [
            "design", "one producer, ns an event", "× plain loop", "four producers, ns an event",
            "fire to delivered, p50 ns", "order kept",
        ]
        return rows(
            [header]
                + lines.map { line in
                    [
                        line.name, line.oneProducer.formatted(0), line.ratio.formatted(2),
                        line.fourProducers?.formatted(0) ?? "–", line.delivered.formatted(0), line.keepsOrder ? "yes" : "no",
                    ]
                })
    }

    private static func rows(_ rows: [[String]]) -> String {
        var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        lines.insert("|" + String(repeating: "---|", count: rows.first?.count ?? 0), at: 1)
        return lines.joined(separator: "\n")
    }

    /// The load of the machine: if it exceeds the number of cores, times of several threads are not reliable.
    private static func load() -> String {
        var averages = [0.0]
        guard getloadavg(&averages, 1) == 1 else { return "" }
        return ", load average \(averages[0].formatted(1)) before"
    }

    /// The processor, if the system reports it, and the system.
    private static func machine() -> String {
        let processors = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = processors.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        return [model, ProcessInfo.processInfo.operatingSystemVersionString].compactMap(\.self).joined(separator: ", ")
    }
}
