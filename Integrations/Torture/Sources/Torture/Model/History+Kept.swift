extension History {
    /// The names of the stored histories, in order.
    package static var keptNames: [String] { kept.keys.sorted() }

    /// The stored history with this name, or nil if there is none.
    ///
    /// - Throws: ``TortureError`` if its file is not a history.
    package init?(kept name: String) throws(TortureError) {
        guard let bytes = Self.kept[name] else { return nil }
        try self.init(text: String(decoding: bytes, as: UTF8.self))
    }

    private static let kept: [String: [UInt8]] = [
        "answer-older-than-push-of-deletion": PackageResources.answer_older_than_push_of_deletion_jsonl,
        "answer-over-newer-push": PackageResources.answer_over_newer_push_jsonl,
        "counter-beside-the-first-read": PackageResources.counter_beside_the_first_read_jsonl,
        "counter-refresh": PackageResources.counter_refresh_jsonl,
        "counter-sent-again-beside-the-first-read": PackageResources.counter_sent_again_beside_the_first_read_jsonl,
        "insert-confirmed-then-deleted": PackageResources.insert_confirmed_then_deleted_jsonl,
        "mark-hides-other-device": PackageResources.mark_hides_other_device_jsonl,
        "mark-resurrects-deleted": PackageResources.mark_resurrects_deleted_jsonl,
        "overlapping-refreshes": PackageResources.overlapping_refreshes_jsonl,
        "plain-save-below-a-commit": PackageResources.plain_save_below_a_commit_jsonl,
        "push-of-a-row-that-is-gone": PackageResources.push_of_a_row_that_is_gone_jsonl,
        "two-toggles-first-refused": PackageResources.two_toggles_first_refused_jsonl,
    ]
}
