/// The law "in the same call", for cores that are pinned to the main actor: before a call on the main actor returns,
/// everything that it did before its first suspension is in the state, and every reader is notified.
extension Engine {
    /// The number of rounds in one call. If each event or command causes the next one, the rest is left to the drain, so
    /// that they do not block the main actor.
    private static let roundsInCall = 64

    /// Applies the events and operations that a caller has posted, if the caller is on the actor of the core.
    ///
    /// Code that is isolated to no actor, such as a middleware or an `onChange`, can run inside a call on the main actor.
    /// The end of that call applies its events.
    func finishCall(on isolation: (any Actor)?) {
        if let isolation {
            if isolation === pinnedActor { finishCall() }
        } else if isPinnedToMain && isCalledOnThisThread {
            loop.hasInnerCall = true
        }
    }

    /// Applies the events and operations that a caller on the actor of the core has posted. On the main actor, it also
    /// notifies the observable wrappers, and runs commands up to their first suspension.
    ///
    /// A call from inside an event applies nothing, because nothing nests: the outer call applies its events at its end.
    func finishCall() {
        guard case .resting = phase else { return loop.hasInnerCall = true }
        guard isPinnedToMain else { return catchUp(waitsForRoom: true) }
        if loop.isInCall { return doRounds() }
        loop.isInCall = true
        loop.outerCall = Engine.innermostCall.pointer
        Engine.innermostCall.pointer = Unmanaged.passUnretained(self).toOpaque()
        doRounds()
        Engine.innermostCall.pointer = loop.outerCall
        loop.outerCall = nil
        loop.isInCall = false
    }

    private func doRounds() {
        catchUp(waitsForRoom: true)
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

    /// The engine of the call on the main actor that the calling thread makes, if any. If there are several, the call that
    /// began last.
    private static let innermostCall = ThreadLocal()

    /// Whether the calling thread makes a call on the main actor at this engine.
    private var isCalledOnThisThread: Bool {
        var pointer = Engine.innermostCall.pointer
        while let next = pointer {
            // The caller retains the engine.
            let engine = Unmanaged<Engine>.fromOpaque(next).takeUnretainedValue()
            if engine === self { return true }
            pointer = engine.loop.outerCall
        }
        return false
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
        if case .reacting = phase { stopReadInsideReact() }
        mirrors.attach(mirror, at: key, behind: gate, state: store.visible, version: loop.version)
    }
}
