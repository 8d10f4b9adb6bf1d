package import ReactorServices

extension GatewayParts {
    /// The parts of a gateway over a real network for a test that does not concern time: a machine that is busy, or pauses, has
    /// an hour for each request.
    package init(patientOver network: any NetworkAdapter) {
        self.init(network: network)
        limits.timeout = .seconds(3600)
    }
}

extension JsonGateway {
    /// A gateway that waits an hour for each response.
    package convenience init(jsonPatientAt baseURL: BaseURL, over network: any NetworkAdapter) {
        // Only pinning over a network that cannot pin is refused.
        do {
            try self.init(baseURL: baseURL, parts: GatewayParts(patientOver: network))
        } catch { preconditionFailure("\(error)") }
    }
}

extension CompositedGateway {
    /// A gateway that waits an hour for each response.
    package convenience init(patientAt baseURL: BaseURL, over network: any NetworkAdapter) {
        do {
            try self.init(baseURL: baseURL, parts: GatewayParts(patientOver: network))
        } catch { preconditionFailure("\(error)") }
    }
}
