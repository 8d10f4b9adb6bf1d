import ReactorServices

/// A response to `listWeights`.
struct WeightPage: Decodable {
    let items: [Weight]
    let next: ContinuationToken?

    private enum CodingKeys: String, CodingKey {
        case items, next
    }
}
