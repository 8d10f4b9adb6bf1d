extension ChangeMachine {
    /// A step was not taken because of who asks.
    mutating func unauthorized(_ name: LaneName, credentials: Int) -> [Effect] {
        giveTurn(to: name, first: true)
        // It was sent before there were new ones.
        guard credentials == self.credentials else { return [] }
        isWaitingForCredentials = true
        if hasAsked { return [] }
        hasAsked = true
        return [.askForCredentials]
    }

    /// Who was asked has brought new credentials.
    mutating func renewed() -> [Effect] {
        guard isWaitingForCredentials else { return [] }
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }

    /// The app has new credentials, asked for or not; when these are not taken either, it is asked again.
    mutating func credentialsRenewed() -> [Effect] {
        hasAsked = false
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }
}
