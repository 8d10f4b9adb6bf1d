/// The law "in the same call": with a core that is pinned to the main actor, everything that a call on the main actor
/// does before its first suspension is in the state, and every reader is notified, before the call returns.
extension Engine {
    /// The number of rounds in one call. If each event or command causes the next one, the rest is left to the drain, so
    /// that they do not block the main actor.
    private static let roundsInCall = 64

    /// Applies the events and operations that a caller has posted, if the caller is on the actor of the core.
    func finishCall(on isolation: (any Actor)?) {
        guard let isolation, isolation === pinnedActor else { return }
        finishCall()
    }

    /// Applies the events and operations that a caller on the actor of the core has posted. On the main actor, it also
    /// notifies the observable wrappers, and runs commands up to their first suspension.
    ///
    /// A call from inside an event applies nothing, because nothing nests: the outer call applies its events at its end.
    func finishCall() {
        guard case .resting = phase else { return loop.hasInnerCall = true }
        catchUp(waitsForRoom: true)
        guard isPinnedToMain else { return }
        notifyMirrors()
        var rounds = 1
        while needsRound && rounds < Engine.roundsInCall {
            rounds += 1
            loop.hasInnerCall = false
            if loop.startsCommands && commandExecutor.isMain {
                loop.startsCommands = false
                commandExecutor.startInPlace()
            }
            catchUp(waitsForRoom: true)
            notifyMirrors()
        }
    }

    private var needsRound: Bool { loop.hasInnerCall || loop.startsCommands && commandExecutor.isMain }

    /// Notifies the observable wrappers of a change in the current call.
    private func notifyMirrors() {
        if mirrors.isCurrent(loop.version) { return }
        notify(takeMirrors(), .sameCall)
    }

    /// Notifies the observable wrappers in a pass, which is a separate turn of the main actor. Their readers can fire
    /// and read, so the engine does not apply in the meantime.
    func notifyMirrorsInPass() {
        if mirrors.isEmpty { return }
        let (changed, again) = (takeMirrors(), mirrors.takeAgain())
        if changed.isEmpty && again.isEmpty { return }
        endApplying()
        notify(changed, .laterTurn)
        notify(again, .secondLook)
        beginApplying()
    }

    private func takeMirrors() -> [MirrorEntry] {
        let outer = phase
        phase = .looking
        defer { phase = outer }
        return mirrors.take(state: store.visible, version: loop.version)
    }

    private func notify(_ notified: [MirrorEntry], _ occasion: MirrorOccasion) {
        if notified.isEmpty { return }
        MainActor.assumeIsolated {
            for mirror in notified where mirror.update(occasion) { mirrors.lookAgain(at: mirror) }
        }
    }

    /// Adds an observable wrapper. It shows the state after the last batch.
    @MainActor
    func attach(_ mirror: MirrorEntry, at key: SelectionKey, behind gate: SharedGate?) {
        mirrors.attach(mirror, at: key, behind: gate, state: store.visible, version: loop.version)
    }
}
