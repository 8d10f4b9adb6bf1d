extension ChangeMachine {
    /// A step was not taken because of who asks.
    mutating func unauthorized(_ name: LaneName, credentials: Int) -> [Effect] {
        giveTurn(to: name, first: true)
        // It was sent before there were new ones.
        guard credentials == self.credentials else { return [] }
        isWaitingForCredentials = true
        if hasAsked || isAsking { return [] }
        hasAsked = true
        isAsking = true
        return [.askForCredentials]
    }

    /// Who was asked has brought new credentials.
    mutating func renewed() -> [Effect] {
        isAsking = false
        renewalHasFailed = false
        guard isWaitingForCredentials else { return [] }
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }

    /// Who was asked has none. Every lane waits until the app has some, or there is a connection again: perhaps there was
    /// none to bring them by.
    mutating func renewalFailed() {
        isAsking = false
        renewalHasFailed = isWaitingForCredentials
    }

    /// There is a connection again.
    mutating func askedAgain(now: Duration) -> [Effect] {
        guard renewalHasFailed, isOnline else { return [] }
        let time = Self.reconnection(at: now, after: reconnected)
        askingAgain = time
        guard time <= now else { return [] }
        reconnected = now
        askingAgain = nil
        renewalHasFailed = false
        isAsking = true
        return [.askForCredentials]
    }

    /// The app has new credentials, asked for or not; when these are not taken either, it is asked again.
    mutating func credentialsRenewed() -> [Effect] {
        hasAsked = false
        renewalHasFailed = false
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }
}
