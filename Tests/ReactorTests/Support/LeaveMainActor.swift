/// Suspends a caller on the main actor until other work has run there.
@MainActor
func leaveMainActor() async {
    await withCheckedContinuation { continuation in
        Task { @MainActor in continuation.resume() }
    }
}
