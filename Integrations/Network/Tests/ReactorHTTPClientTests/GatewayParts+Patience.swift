import ReactorServices

extension GatewayParts {
    /// The parts of a gateway for a test that does not concern time: a machine that is busy, or pauses, has ten minutes for
    /// each request.
    init(patientOver network: any NetworkAdapter) {
        self.init(network: network)
        limits.timeout = .seconds(600)
    }
}

extension JsonGateway {
    convenience init(jsonPatientAt baseURL: BaseURL, over network: any NetworkAdapter) throws {
        try self.init(baseURL: baseURL, parts: GatewayParts(patientOver: network))
    }
}

extension CompositedGateway {
    convenience init(patientAt baseURL: BaseURL, over network: any NetworkAdapter) throws {
        try self.init(baseURL: baseURL, parts: GatewayParts(patientOver: network))
    }
}
