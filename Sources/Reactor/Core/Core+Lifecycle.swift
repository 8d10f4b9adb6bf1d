extension Core {
    /// Something that happens when everything fired so far is applied, and told to every subscriber.
    package nonisolated func settling() -> OneShot {
        let told = OneShot()
        engine.mailbox.post(.settle(told))
        return told
    }

    /// Returns when everything fired so far is applied, and told to every subscriber.
    ///
    /// Called from inside an update, it counts that update as told. A value counts as told to a `for await` loop when it
    /// waits there.
    public nonisolated func settled() async {
        await Telling.excused {
            let told = OneShot()
            engine.mailbox.post(.settle(told))
            await told.wait()
        }
    }

    /// Returns when everything fired so far is applied and told, and no command is in flight.
    ///
    /// It does not wait for the body of a command that was cancelled, nor, called through the core that a command was
    /// given, for that command, nor for others that wait like this.
    public nonisolated func idle() async {
        repeat {
            await settled()
            let quiet = OneShot()
            engine.mailbox.post(.quiet(quiet, besides: owner))
            await quiet.wait()
            await settled()
        } while await !isQuiet
    }

    private var isQuiet: Bool {
        engine.catchUp()
        let isQuiet = engine.isQuiet(besides: owner)
        if isQuiet { owner?.run.isIdling = false }
        return isQuiet
    }

    /// Closes the core: refuses what is fired from here on, cancels the commands, waits for their bodies, tells the last
    /// state, and ends every subscription.
    ///
    /// Called through the core that a command was given, it does not wait for that command. May be called often.
    ///
    /// - Parameter grace: the longest it waits for bodies and for subscribers. What has not returned by then is reported.
    public nonisolated func close(grace: Duration = .seconds(5)) async {
        engine.mailbox.post(.close)
        let returned = OneShot()
        let told = OneShot()
        let over = engine.runtime.spawn.detached { [clock = engine.runtime.clock] in
            do { try await clock.sleep(for: grace) } catch { return }
            returned.happen()
            told.happen()
        }
        engine.mailbox.post(.returnedAll(returned, besides: owner))
        await returned.wait()
        await reportUnreturned()
        await Telling.excused {
            let ended = OneShot()
            engine.mailbox.post(.settle(told))
            engine.mailbox.post(.end(ended))
            await ended.wait()
            await told.wait()
        }
        over.cancel()
    }

    private func reportUnreturned() {
        let names = engine.commands.live.filter { $0 !== owner }.sorted { $0.run.launch < $1.run.launch }
        if !names.isEmpty { engine.runtime.report(.closedOver(commands: names.map(\.commandName))) }
    }
}
