import Reactor
import Testing

@testable import ReactorRecording

@Suite("What catalog, replay and opening say to a programmer")
struct ReplayErrorTextTests {
    @Test(
        "Of a catalog that makes no sense",
        arguments: [
            (
                CatalogError.Problem.duplicateName("a", "App.A", "App.B"),
                "EventCatalog: the name \"a\" is given to App.A and to App.B. Give each event a name of its own, and leave the one "
                    + "that was recorded first as it is."
            ),
            (
                .duplicateType("App.A", "a", "b"),
                "EventCatalog: App.A is listed twice, as \"a\" and as \"b\". List it once, under the name that was recorded first."
            ),
            (
                .unusableName("a b", "App.A"),
                "EventCatalog: App.A cannot be recorded as \"a b\". Give it a name without spaces or control characters, such as "
                    + "weight.logged."
            ),
            (.unusableVersion(.state, 0), "EventCatalog: the state is given version 0. Versions begin with 1."),
            (
                .strayUpcaster(.event("a"), from: 3, version: 2),
                "EventCatalog: the event \"a\" has an upcaster from version 3, and its version is 2. An upcaster leads from an "
                    + "older version to the next: give it a number from 1 to below the version."
            ),
            (
                .duplicateAssignment("a", "App.A", "App.B"),
                "EventCatalog: the assignment \"a\" is declared by App.A and by App.B. Give every Assignable a name of its own."
            ),
            (
                .uncodablePart(name: "days", contents: "App.Day"),
                "EventCatalog: the events of the part \"days\" contain App.Day, which is not Codable, so they cannot be "
                    + "recorded. Make App.Day Codable, or leave the part out of the catalog and list an event of your own."
            ),
            (
                .duplicateFailure("a"),
                "EventCatalog: commandEnded lists two failures as \"a\". Give each a name of its own."
            ),
        ])
    func catalog(problem: CatalogError.Problem, sentence: String) {
        #expect(CatalogError(problem).description == sentence)
    }

    @Test(
        "Of what cannot be written or read",
        arguments: [
            (
                CatalogError.Problem.unregistered(UnregisteredEvent(Unlisted())),
                "ReactorRecordingTests.Unlisted was fired on a core that is recorded, and its catalog does not list it. Add to "
                    + "the catalog: .event(ReactorRecordingTests.Unlisted.self, as: \"unlisted\"),"
            ),
            (
                .unencodable(.event("a"), "no."),
                "The event \"a\" cannot be recorded: no. Make every value in it encodable."
            ),
            (
                .unknownName("a"),
                "The recording holds the event \"a\", which the catalog does not list. List it, under exactly this name, for as "
                    + "long as recordings hold it."
            ),
            (
                .newerVersion(.state, 3, known: 2),
                "The state was recorded in version 3, and this program knows it up to 2. Open the recording with the program that "
                    + "wrote it, or a newer one."
            ),
            (
                .missingUpcaster(.event("a"), from: 2, recorded: 1, version: 4),
                "The event \"a\" was recorded in version 1, and no upcaster leads from 2 to 3 on the way to 4. Add upcasting: [2: "
                    + "{ … }] to its line."
            ),
            (
                .upcasterFailed(.event("a"), from: 2, "no number."),
                "The upcaster of the event \"a\" from version 2 failed: no number. Mend it so that it takes every payload that "
                    + "version 2 wrote."
            ),
            (
                .undecodable(.state, version: 1, "at a, it is null and should be a Int."),
                "The state, recorded in version 1, does not decode: at a, it is null and should be a Int. Count its version up and "
                    + "add an upcaster for what was recorded before."
            ),
            (
                .notRecorded("a", .redacted),
                "The content of \"a\" was taken out of the recording. Replay the recording up to it."
            ),
            (
                .notRecorded("App.A", .unregistered),
                "App.A was fired and not listed in the catalog, so its content was not recorded. List it in the catalog, and "
                    + "replay this recording up to it."
            ),
            (
                .notRecorded("a", .unencodable),
                "The content of \"a\" did not encode and was not recorded. Make it encodable, and replay this recording up to it."
            ),
            (
                .notRecorded("a", .oversized),
                "The content of \"a\" was longer than a line may be and was not recorded. Let the event name what it changes "
                    + "instead of carrying it, and replay this recording up to it."
            ),
        ])
    func coding(problem: CatalogError.Problem, sentence: String) {
        #expect(CatalogError(problem).description == sentence)
    }

    @Test(
        "Of a replay that cannot go on",
        arguments: [
            (
                ReplayError.Problem.catalog(CatalogError(.unknownName("a")), seq: 3),
                "At entry 3: The recording holds the event \"a\", which the catalog does not list. List it, under exactly this "
                    + "name, for as long as recordings hold it."
            ),
            (
                .outOfSequence(found: 3, expected: 2),
                "Entry 3 stands where entry 2 belongs. Lines are missing, or come twice: verify the journal, and salvage what is "
                    + "good."
            ),
            (
                .redacted(seq: 3),
                "At entry 3: secrets were taken out of the state, and without them it does not decode. Look at the entries "
                    + "alone, or let the redactor name texts only."
            ),
            (
                .withoutEvent(seq: 3),
                "Entry 3 should hold an event and has none. It was not written by this library: record again."
            ),
            (
                .refused("No.", seq: 3),
                "At entry 3 the log cannot do what was recorded: No. The entry does not belong to what comes before it: something "
                    + "between is missing. Replay the recording up to the entry before."
            ),
            (
                .brokenGroup(seq: 3),
                "The recording ends inside the group that begins with entry 3. Replay it up to the entry before."
            ),
            (
                .outOfRange(seq: 9, first: 0, last: 3),
                "There is no entry 9 to show: the recording reaches from 0 to 3."
            ),
        ])
    func replay(problem: ReplayError.Problem, sentence: String) {
        #expect(ReplayError(problem).description == sentence)
    }

    @Test("A replay that cannot go on has the kind that a program decides by")
    func kinds() {
        func isOf(_ kind: ReplayError.Kind, _ problem: ReplayError.Problem) {
            #expect(ReplayError(problem).kind == kind)
        }
        let journal = JournalError.notJournal(path: "a")
        isOf(.journal, .journal(journal))
        #expect(ReplayError.journal(journal).journal == journal)
        isOf(.catalog, .catalog(CatalogError(.unknownName("a")), seq: 1))
        isOf(.redacted, .redacted(seq: 1))
        isOf(.inconsistent, .outOfSequence(found: 3, expected: 2))
        isOf(.inconsistent, .withoutEvent(seq: 1))
        isOf(.inconsistent, .refused("No.", seq: 1))
        isOf(.inconsistent, .brokenGroup(seq: 1))
        isOf(.impossible, .outOfRange(seq: 9, first: 0, last: 3))
        #expect(ReplayError(.redacted(seq: 1)).journal == nil)
    }

    @Test("Of why nothing was compared")
    func incomparable() {
        let sentences: [Verification.Incomparable: String] = [
            .withoutDigest: "It holds no digest of the state. Record with checkEvery, and close core and journal.",
            .inexact:
                "Secrets were taken out, or an event was not recorded whole, so its states are not those that were seen.",
            .version(recorded: 1, known: 2):
                "Its digests were taken of version 1 of the state, and today's is 2.",
        ]
        for (reason, sentence) in sentences { #expect(reason.description == sentence) }
        let difference = JSONDifference(from: ["a": 1], to: ["a": 1, "b": 2])
        let shape = Verification.Incomparable.shape(difference).description
        #expect(
            shape.hasPrefix("The state is encoded in another form today, in the same version; count the version up"))
        #expect(shape.contains("\(difference)"))
    }

    @Test("Of what a verification found")
    func findings() {
        let difference = JSONDifference(from: ["a": 1], to: ["a": 2])
        #expect(
            Verification.Finding.impure(seq: 3, difference).description
                == "Two replays differ after entry 3: react(to:) is not pure. It reads a clock, a random number, something "
                + "outside of the state, or a set in the order of its hashes: put what it needs into the event, and sort "
                + "before going through a set.\na: 1 → 2")
        #expect(
            Verification.Finding.differs(after: 3, through: 9, .changes(difference)).description
                == "The program came to another state, between entry 3 and entry 9, when this was recorded. react(to:) has "
                + "changed since without a new version of the events or of the state, it is not pure, or it looks at the type of "
                + "an error that the catalog's .commandEnded(failures:) does not list.\nFrom what was recorded to what is "
                + "replayed:\na: 1 → 2")
        let flaw = StateFlaw(path: JSONPath([.key("a")]), type: "App.A", kind: .value)
        #expect(
            Verification.Finding.flawed(seq: 3, [flaw]).description
                == "After entry 3 the state does not come back from its encoding as what it was.\na (App.A) is decoded as "
                + "another value than was encoded. Let encode(to:) write all of it, and init(from:) make nothing up.")
        #expect(
            StateFlaw(path: JSONPath([.key("a")]), type: nil, kind: .order).description
                == "a is encoded in another order each time. Where encode(to:) goes through a set or a dictionary, let it "
                + "encode the set itself, which a recording puts in order, or sort first; or keep an array, or KeyedRows."
        )
    }

    @Test("Of what was found on opening")
    func opening() {
        let report = OpeningReport(
            recovery: RecoveryReport(), migratedFrom: JournalSchema(state: 1),
            lost: [LostEvent(seq: 3, name: "App.A", gap: .unregistered)])
        #expect(
            report.description == """
                A new journal.
                The catalog has changed since it was written (the state's version was 1). It goes on in a new file, in \
                today's versions.
                The content of App.A, entry 3, was not recorded (unregistered), and the core was opened without it. List it in \
                the catalog, so that it does not happen again.
                """)
    }
}
