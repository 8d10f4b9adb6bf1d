extension ChangeMachine {
    /// Handles a step that was refused because of its credentials.
    mutating func unauthorized(_ name: LaneName, credentials: Int) -> [Effect] {
        giveTurn(to: name, first: true)
        // The step was sent before the credentials were renewed.
        guard credentials == self.credentials else { return [] }
        isWaitingForCredentials = true
        if hasAsked || isAsking { return [] }
        hasAsked = true
        isAsking = true
        return [.askForCredentials]
    }

    mutating func renewed() -> [Effect] {
        isAsking = false
        renewalHasFailed = false
        guard isWaitingForCredentials else { return [] }
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }

    /// Handles a failed renewal. All lanes wait until the app has new credentials, or the device is online again,
    /// because the renewal may have failed for lack of a connection.
    mutating func renewalFailed() {
        isAsking = false
        renewalHasFailed = isWaitingForCredentials
    }

    /// Requests a renewal again when the device is online again.
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

    /// Handles new credentials of the app, requested or not. If they are refused, too, a renewal is requested again.
    mutating func credentialsRenewed() -> [Effect] {
        hasAsked = false
        renewalHasFailed = false
        isWaitingForCredentials = false
        credentials += 1
        return next()
    }
}
