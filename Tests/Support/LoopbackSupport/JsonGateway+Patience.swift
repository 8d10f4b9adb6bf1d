package import ReactorServices

extension JsonGateway {
    /// A gateway over a real network for a test that is not about time: it gives a busy machine an hour for each request.
    package init(patientAt baseURL: BaseURL, over network: any NetworkAdapter) {
        var parts = GatewayParts(network: network)
        parts.limits.timeout = .seconds(3600)
        // Only pinning over a network that cannot pin is refused.
        do { try self.init(baseURL: baseURL, parts: parts) } catch { preconditionFailure("\(error)") }
    }
}
