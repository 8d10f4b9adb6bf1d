/// Recorded as `{"add":[…]}`, `{"update":{…}}` or `{"delete":{…}}`.
extension Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case add, update, delete
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let records = try container.decodeIfPresent([WeightRecord].self, forKey: .add) {
            self = .add(records)
        } else if let record = try container.decodeIfPresent(WeightRecord.self, forKey: .update) {
            self = .update(record)
        } else {
            self = .delete(try container.decode(WeightRecord.self, forKey: .delete))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .add(let records): try container.encode(records, forKey: .add)
        case .update(let record): try container.encode(record, forKey: .update)
        case .delete(let record): try container.encode(record, forKey: .delete)
        }
    }
}
