/// The log for other programs: an array with an object for each weight.
struct ListJSON {
    let entries: [WeightEntry]

    var text: String {
        guard !entries.isEmpty else { return "[]\n" }
        // Everything in it is a number or plain ASCII, so nothing needs escaping.
        let rows = entries.map { entry in
            "  {\"id\": \(entry.id), \"date\": \"\(entry.day)\", "
                + "\"kilograms\": \(entry.weight.text(in: .kilograms)), \"status\": \"\(entry.status.rawValue)\"}"
        }
        return "[\n\(rows.joined(separator: ",\n"))\n]\n"
    }
}
