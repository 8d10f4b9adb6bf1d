import ReactorServices

/// One answer to `listWeights`, as it is sent.
struct WeightPage: Decodable {
    let items: [Weight]
    let next: ContinuationToken?

    private enum CodingKeys: String, CodingKey {
        case items, next
    }
}
