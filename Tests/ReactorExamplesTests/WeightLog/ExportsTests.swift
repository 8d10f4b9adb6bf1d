import Foundation
import ReactorTerminal
import Testing

@testable import ExampleWeightLog

/// Files in the forms in which scales, phones and spreadsheets export weights.
@Suite("Import of other apps' exports")
struct ExportsTests {
    /// A file, what a person has to say of it, and what comes of it: days and grams.
    struct Export: CustomTestStringConvertible {
        let file: String
        var unit: MassUnit?
        var order: DateOrder?
        var columns: [TableHeader.Role: String] = [:]
        let understood: String
        let weights: [String]

        var testDescription: String { file }
    }

    /// An hour ahead of Greenwich, as in the winter of Berlin.
    private static func table(
        _ file: String, _ unit: MassUnit? = nil, _ order: DateOrder? = nil, columns: [TableHeader.Role: String] = [:]
    ) throws -> WeightTable {
        let wishes = WeightTable.Wishes(unit: unit, order: order, columns: columns) { _ in 3_600 }
        return try WeightTable(file: bytes(of: file), wishes: wishes)
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Exports")
        return [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }

    static let exports = [
        Export(
            file: "withings.csv", understood: "date = Date, weight = Weight (kg), 4 rows",
            weights: ["2026-01-04 81250", "2026-01-03 81620", "2026-01-02 82340", "2026-01-02 81500"]),
        Export(
            file: "apple-health.csv", understood: "date = startDate, weight = value, 3 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620", "2026-01-04 81420"]),
        Export(
            file: "apple-health-mixed.csv",
            understood: "date = startDate, weight = value, 2 rows, 2 of other measurements",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "fitbit.csv", unit: .kilograms,
            understood: "date = Date (day/month/year), weight = Weight (in kg by --unit), 3 rows",
            weights: ["2026-01-11 81500", "2026-01-12 81600", "2026-01-13 81300"]),
        // Calories are weights by no reading of them.
        Export(
            file: "fitbit-tables.csv", unit: .pounds,
            understood:
                "date = Date (month/day/year), weight = Weight (in lb by --unit), 3 rows, 3 of other measurements",
            weights: ["2026-01-13 81420", "2026-01-14 81238", "2026-01-15 81193"]),
        Export(
            file: "fitbit-ambiguous.csv", unit: .pounds, order: .monthDayYear,
            understood: "date = Date (month/day/year), weight = Weight (in lb by --unit), 3 rows",
            weights: ["2026-01-02 81511", "2026-02-02 81601", "2026-03-02 81284"]),
        Export(
            file: "fitbit-takeout.csv",
            understood:
                "date = timestamp, weight = weight grams, 3 rows, UTC times are days of this computer's time zone",
            weights: ["2026-01-02 81500", "2026-01-03 81620", "2026-01-04 81250"]),
        Export(
            file: "garmin.csv", understood: "date = Time, weight = Weight, 4 rows",
            weights: ["2026-01-04 81300", "2026-01-03 81600", "2026-01-02 82300", "2026-01-02 81500"]),
        Export(
            file: "garmin-pounds.csv", understood: "date = Time, weight = Weight, 1 row", weights: ["2024-02-29 81511"]),
        Export(
            file: "renpho.csv", understood: "date = Time of Measurement, weight = Weight(kg), 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81600"]),
        Export(
            file: "renpho-pounds.csv",
            understood: "date = Time of Measurement (month/day/year), weight = Weight(lb), 2 rows",
            weights: ["2025-10-13 78018", "2025-10-14 77111"]),
        Export(
            file: "renpho-split.csv", understood: "date = Date, weight = Weight(kg), 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81600"]),
        Export(
            file: "happy-scale.csv", understood: "date = Date, weight = Weight (lb), 3 rows",
            weights: ["2026-01-02 81511", "2025-12-31 81783", "2025-09-01 83461"]),
        Export(
            file: "libra.csv",
            understood:
                "date = date, weight = weight (in kg), 3 rows, UTC times are days of this computer's time zone",
            weights: ["2026-01-02 81500", "2026-01-03 81600", "2026-01-04 81300"]),
        Export(
            file: "libra-old-pounds.csv", understood: "date = date, weight = weight (in lb), 2 rows",
            weights: ["2019-06-11 62777", "2019-06-12 62959"]),
        Export(
            file: "samsung-health.csv", unit: .kilograms,
            understood: "date = start_time, weight = weight (in kg by --unit), 3 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620", "2026-01-04 81300"]),
        Export(
            file: "health-auto-export.csv",
            understood: "date = Date/Time, weight = Weight & Body Mass (kg), 2 rows, 2 without a weight",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "german.csv", understood: "date = Datum, weight = Gewicht, 3 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620", "2026-01-14 80900"]),
        Export(
            file: "german-without-header.csv", understood: "date = column 1, weight = column 2, 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "german-latin1.csv",
            understood: "date = Datum, weight = Körpergewicht (kg), 2 rows, written in Latin-1",
            weights: ["2026-01-02 81500", "2026-01-03 81600"]),
        Export(
            file: "slashes-dmy.csv", understood: "date = Date (day/month/year), weight = Weight (kg), 3 rows",
            weights: ["2026-01-11 81500", "2026-01-12 81620", "2026-01-13 81300"]),
        Export(
            file: "slashes-mdy.csv", understood: "date = Date (month/day/year), weight = Weight (lbs), 3 rows",
            weights: ["2026-01-11 81511", "2026-01-12 81601", "2026-01-13 81284"]),
        Export(
            file: "slashes-ambiguous.csv", order: .dayMonthYear,
            understood: "date = Date (day/month/year), weight = Weight (kg), 3 rows",
            weights: ["2026-02-01 81500", "2026-02-02 81620", "2026-02-03 81300"]),
        Export(
            file: "excel-unicode.txt", understood: "date = Datum, weight = Gewicht (kg), 2 rows, written in UTF-16",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "excel-unicode-be.csv", understood: "date = date, weight = weight, 1 row, written in UTF-16",
            weights: ["2026-01-02 81500"]),
        Export(
            file: "excel-sep.csv", understood: "date = date, weight = weight (kg), 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "stones.csv", understood: "date = Date, weight = Weight, 2 rows",
            weights: ["2026-01-02 81420", "2026-01-03 81647"]),
        Export(
            file: "stones-and-pounds.csv", understood: "date = Date, weight = Weight (st) and Weight (lb), 2 rows",
            weights: ["2026-01-02 81420", "2026-01-03 81647"]),
        Export(
            file: "both-units.csv", understood: "date = Date, weight = Weight (kg), 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "myfitnesspal.csv", unit: .pounds,
            understood: "date = Date, weight = Weight (in lb by --unit), 2 rows",
            weights: ["2026-01-02 81511", "2026-01-03 81601"]),
        Export(
            file: "epoch.csv",
            understood: "date = time, weight = weight_kg, 2 rows, UTC times are days of this computer's time zone",
            weights: ["2026-01-02 81500", "2026-01-03 81600"]),
        Export(
            file: "decimal-doubt.csv", understood: "date = Datum, weight = Gewicht (kg), 2 rows",
            weights: ["2026-01-02 81500", "2026-01-03 81620"]),
        Export(
            file: "simple-health-export.csv", understood: "date = startDate, weight = value, 2 rows",
            weights: ["2024-03-01 82350", "2024-03-03 81900"]),
        // The day on which it was written down is another.
        Export(
            file: "apple-health-data.csv", understood: "date = startDate, weight = value, 2 rows",
            weights: ["2022-01-08 79469", "2022-01-10 79288"]),
        Export(
            file: "withings-german.csv", understood: "date = Datum, weight = Gewicht (kg), 2 rows",
            weights: ["2024-03-02 81450", "2024-03-01 81700"]),
        Export(
            file: "garmin-connect.csv", understood: "date = Time, weight = Weight, 3 rows",
            weights: ["2024-03-02 81400", "2024-02-29 82000", "2024-02-29 81700"]),
        Export(
            file: "libra-6.csv",
            understood:
                "date = date, weight = weight (in lb), 2 rows, UTC times are days of this computer's time zone",
            weights: ["2024-03-01 81374", "2024-03-02 81102"]),
        Export(
            file: "happy-scale-ios17.csv", understood: "date = Date, weight = Pounds, 2 rows",
            weights: ["2024-03-02 81374", "2024-03-13 80830"]),
        Export(
            file: "myfitnesspal-summary.csv", unit: .pounds,
            understood: "date = Date, weight = Weight (in lb by --unit), 2 rows",
            weights: ["2024-03-01 81374", "2024-03-02 81102"]),
        Export(
            file: "renpho-health.csv", understood: "date = Date, weight = Weight(kg), 2 rows",
            weights: ["2024-03-02 81400", "2024-03-01 81700"]),
        Export(
            file: "google-fit-daily.csv",
            understood: "date = Date, weight = Average weight (kg), 2 rows, 1 without a weight",
            weights: ["2024-03-01 81700", "2024-03-02 81400"]),
        // Half past ten in the evening in Greenwich is the next day nine hours further east.
        Export(
            file: "samsung-health-offset.csv", unit: .kilograms,
            understood: "date = start_time, weight = weight (in kg by --unit), 2 rows",
            weights: ["2024-03-02 81400", "2024-03-03 81100"]),
        Export(
            file: "eufy.csv", understood: "date = Time, weight = WEIGHT (lb), 2 rows",
            weights: ["2024-03-02 81374", "2024-03-01 81737"]),
        Export(
            file: "omron.csv", understood: "date = Measurement Date, weight = Weight(kg), 2 rows",
            weights: ["2024-03-02 81400", "2024-03-01 81700"]),
        Export(
            file: "cronometer-biometrics.csv",
            understood: "date = Day, weight = Amount, 2 rows, 2 of other measurements",
            weights: ["2024-03-01 81700", "2024-03-02 81400"]),
        Export(
            file: "trainingpeaks-metrics.csv",
            understood: "date = Timestamp, weight = Value, 2 rows, 1 of other measurements",
            weights: ["2024-03-01 81700", "2024-03-02 81400"]),
        Export(
            file: "zepp-life.csv", unit: .kilograms,
            understood: "date = time, weight = weight (in kg by --unit), 2 rows",
            weights: ["2024-03-01 81400", "2024-03-03 81700"]),
        Export(
            file: "openscale.csv", unit: .kilograms,
            understood: "date = dateTime, weight = weight (in kg by --unit), 2 rows",
            weights: ["2024-03-02 81400", "2024-03-01 81700"]),
        Export(
            file: "by-hand-american.csv", order: .monthDayYear,
            understood: "date = Date (month/day/year), weight = Weight (lbs), 2 rows",
            weights: ["2024-03-02 81374", "2024-03-09 81102"]),
        Export(
            file: "powershell.csv", understood: "date = Date, weight = Weight (kg), 1 row, written in UTF-16",
            weights: ["2024-03-02 81400"]),
        Export(
            file: "excel-windows1252.csv", understood: "date = Datum, weight = Gewicht, 2 rows, written in Latin-1",
            weights: ["2024-03-02 81400", "2024-03-13 80900"]),
        Export(
            file: "apple-health-export.xml", understood: "date = startDate, weight = value of BodyMass, 1 row",
            weights: ["2024-03-02 81400"]),
        Export(
            file: "fitbit-weight.json", unit: .pounds, order: .monthDayYear,
            understood: "date = date (month/day/year), weight = weight (in lb by --unit), 1 row",
            weights: ["2024-03-02 81374"]),
        Export(
            file: "fitbit-month.json", unit: .pounds,
            understood: "date = date (month/day/year), weight = weight (in lb by --unit), 2 rows",
            weights: ["2025-02-10 64319", "2025-02-14 64047"]),
        Export(
            file: "fitbit-api.json", unit: .kilograms,
            understood: "date = date, weight = weight (in kg by --unit), 2 rows",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
        // Half past eleven in the evening in Greenwich is the next day an hour further east.
        Export(
            file: "noom.csv",
            understood:
                "date = isoTimestamp, weight = weightInKg, 2 rows, UTC times are days of this computer's time zone",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
        Export(
            file: "swedish.csv", understood: "date = Datum, weight = Vikt (kg), 2 rows",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
        Export(
            file: "norwegian.csv", columns: [.unit: "enhet"], understood: "date = Dato, weight = Vekt, 2 rows",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
        Export(
            file: "excel-serial.csv",
            understood:
                "date = Date, weight = Weight (kg), 2 rows, days are a spreadsheet's numbers, counted from 1900",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
        Export(
            file: "excel-serial-german.csv",
            understood:
                "date = Datum, weight = Gewicht (kg), 2 rows, days are a spreadsheet's numbers, counted from 1900",
            weights: ["2025-02-10 64300", "2025-02-12 64100"]),
        Export(
            file: "unknown-names.csv", columns: [.date: "when", .weight: "Brutto (lb)"],
            understood: "date = When (month/day/year), weight = Brutto (lb), 2 rows",
            weights: ["2025-02-10 64319", "2025-02-14 64047"]),
        Export(
            file: "two-weights.csv", columns: [.weight: "Body weight"],
            understood: "date = Date, weight = Body weight, 2 rows",
            weights: ["2025-02-10 64300", "2025-02-11 64100"]),
    ]

    @Test("Goes in right, to the gram and the day, and one line says what was understood", arguments: exports)
    func right(export: Export) throws {
        let table = try Self.table(export.file, export.unit, export.order, columns: export.columns)
        #expect(table.readings.map { "\($0.day) \($0.weight.grams)" } == export.weights)
        #expect(table.badRows.isEmpty)
        #expect("\(table.understanding)" == export.understood)
    }

    @Test(
        "What is not certain is not imported, and what to say is named",
        arguments: [
            ("fitbit-ambiguous.csv", MassUnit.pounds, ["--dates dmy or --dates mdy", "01-02-2026"]),
            ("slashes-ambiguous.csv", nil, ["--dates dmy or --dates mdy", "01/02/2026"]),
            ("slashes-contradicting.csv", nil, ["lines 2 and 3", "--dates"]),
            ("myfitnesspal.csv", nil, ["--unit kg, --unit lb or --unit st"]),
            ("fitbit.csv", nil, ["--unit"]), ("samsung-health.csv", nil, ["--unit"]),
            ("by-hand-american.csv", nil, ["3/2/24", "--dates dmy or --dates mdy"]), ("zepp-life.csv", nil, ["--unit"]),
            ("openscale.csv", nil, ["--unit"]), ("myfitnesspal-summary.csv", nil, ["--unit"]),
            ("samsung-health-offset.csv", nil, ["--unit"]), ("fitbit-month.json", nil, ["--unit"]),
            ("fitbit-weight.json", .pounds, ["03/02/24", "--dates dmy or --dates mdy"]),
            ("no-weight.csv", nil, ["no column with the weight", "Goal weight (kg)", "--column weight=NAME"]),
            ("unknown-names.csv", nil, ["no column with the date", "When, Brutto", "--column date=NAME"]),
            ("two-weights.csv", nil, ["more than one column with the weight", "--column weight=NAME"]),
        ] as [(String, MassUnit?, [String])])
    func refused(file: String, unit: MassUnit?, words: [String]) throws {
        let error = #expect(throws: TableError.self) { try Self.table(file, unit) }
        for word in words { #expect("\(try #require(error))".contains(word), "\(file)") }
    }

    @Test("With the order said, the rows that cannot be in it are named, and no other is touched")
    func contradicting() throws {
        let table = try Self.table("slashes-contradicting.csv", nil, .dayMonthYear)
        #expect(table.readings.map(\.day.description) == ["2026-01-13"])
        #expect(table.badRows == [.init(line: 3, fault: .otherOrder("01/14/2026", .dayMonthYear))])
    }

    @Test("A row of averages below the rows of a sheet is named, and is no weight")
    func averages() throws {
        let table = try Self.table("by-hand-german.csv")
        #expect(table.readings.map { "\($0.day) \($0.weight.grams)" } == ["2024-03-02 81400", "2024-03-13 80900"])
        #expect(table.badRows == [.init(line: 6, fault: .reading(.notADate("Durchschnitt")))])
        #expect("\(table.understanding)" == "date = Datum, weight = Gewicht in kg, 2 rows, written in Latin-1")
    }

    @Test("Grams may have decimals, and are not thousands of what they say")
    func gramsWithDecimals() throws {
        let table = try Self.table("grams.csv")
        #expect(table.readings.map(\.weight.grams) == [81_401, 81_400, 81_400])
        #expect(table.badRows == [.init(line: 5, fault: .reading(.impossibleMass("8140.5 g")))])
    }

    @Test("A number that is grouped and has decimals is no weight")
    func grouped() throws {
        let table = try Self.table("swapped-separators.csv")
        #expect(table.readings.isEmpty)
        #expect(table.badRows == [.init(line: 2, fault: .reading(.notAWeight("1.234,5")))])
    }

    @Test("A column that is named and not there is answered with those that are")
    func namedColumns() throws {
        #expect(throws: TableError.namedColumnMissing("Netto", among: ["date", "weight", "unit"])) {
            try WeightTable(
                file: Array("date,weight,unit\n2025-02-10,64,kg\n".utf8), wishes: .init(columns: [.weight: "Netto"]))
        }
        #expect(throws: TableError.namedColumnMissing("Netto", among: ["2025-02-10", "64"])) {
            try WeightTable(file: Array("2025-02-10,64\n".utf8), wishes: .init(columns: [.weight: "Netto"]))
        }
        #expect(throws: TableError.namedColumnDoubled("x")) {
            try WeightTable(file: Array("date,x,X\n2025-02-10,64,65\n".utf8), wishes: .init(columns: [.weight: "x"]))
        }
        #expect(throws: TableError.noColumns("Netto")) {
            try Self.table("apple-health-full.xml", columns: [.weight: "Netto"])
        }
    }

    @Test("Of an export of Apple Health the weights count, each once, and what cannot be used is named with its line")
    func health() throws {
        let table = try Self.table("apple-health-full.xml")
        #expect(
            table.readings.map { "\($0.day) \($0.weight.grams)" }
                == ["2025-04-01 64350", "2025-04-02 64183", "2025-04-04 64297"])
        #expect(
            table.badRows == [
                .init(line: 27, fault: .reading(.impossibleWeight("6.4", .kilograms))),
                .init(line: 28, fault: .reading(.unknownUnit("oz"))), .init(line: 29, fault: .brokenTag),
            ])
        #expect(
            "\(table.understanding)"
                == "date = startDate, weight = value of BodyMass, 3 rows, 1 without a weight, 2 of other measurements")
    }

    @Test("Objects of JSON that are broken are named with their line, and cost no other")
    func brokenJSON() throws {
        let table = try Self.table("broken.json", .kilograms, columns: [.weight: "kg"])
        #expect(table.readings.map { "\($0.day) \($0.weight.grams)" } == ["2025-02-10 64300", "2025-02-14 64000"])
        #expect(
            table.badRows == [
                .init(line: 3, fault: .brokenObject), .init(line: 4, fault: .brokenObject),
                .init(line: 5, fault: .brokenObject),
                .init(line: 9, fault: .reading(.impossibleWeight("641", .kilograms))),
            ])
    }

    @Test(
        "However a file is cut into pieces on its way, the same is read",
        arguments: ["apple-health-full.xml", "fitbit-api.json", "swedish.csv"])
    func pieces(file: String) throws {
        let bytes = try Self.bytes(of: file)
        let wishes = WeightTable.Wishes(unit: .kilograms)
        let whole = try WeightTable(file: bytes, wishes: wishes)
        for size in 1...97 {
            #expect(try WeightTable(file: bytes, piece: size, wishes: wishes) == whole, "pieces of \(size)")
        }
    }

    @Test("A file that ends before it is complete gives no weights, wherever it was cut")
    func cut() throws {
        let xml = try Self.bytes(of: "apple-health-full.xml")
        let end = try #require(xml.lastIndex(of: UInt8(ascii: ">")))
        #expect(throws: TableError.cutOff(line: 31)) { try WeightTable(file: Array(xml[..<end])) }
        for count in stride(from: 1, through: end, by: 7) {
            #expect(throws: TableError.self, "\(count) bytes") { try WeightTable(file: Array(xml[..<count])) }
        }
        let json = try Self.bytes(of: "fitbit-month.json")
        #expect(throws: TableError.cutOff(line: 16)) { try WeightTable(file: json.dropLast()) }
        for count in 1..<json.count {
            #expect(throws: TableError.self, "\(count) bytes") { try WeightTable(file: Array(json[..<count])) }
        }
    }

    @Test("Whatever stands between the records of an export of Apple Health, each is read as it was written")
    func randomHealth() throws {
        for seed in 0..<300 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            var expected: [String] = []
            let text = Self.healthExport(&random, &expected)
            let table = try WeightTable(file: Array(text.utf8), piece: random.number(in: 1...200))
            #expect(table.readings.map { "\($0.day) \($0.weight.grams)" } == expected, "seed \(seed)")
            #expect(table.badRows.isEmpty, "seed \(seed)")
        }
    }

    private static func healthExport(_ random: inout SeededRandom, _ expected: inout [String]) -> String {
        let asides = [
            "<!-- it's <Record> -->", "<![CDATA[<Record type=']]>", "<?note a > b?>", "<Workout a='>' b=\"'\"/>",
            "text\n",
            "<Record type=\"HKQuantityTypeIdentifierLeanBodyMass\" unit=\"kg\" value=\"50\"/>", "<Me\n/>",
            "<Correlation><Record type='HKQuantityTypeIdentifierBodyMass' value='9'/></Correlation>", "<Correlation/>",
        ]
        var text = "<!DOCTYPE HealthData [<!-- isn't ]> --><!ATTLIST a b CDATA '>'>]>\n<HealthData>"
        for _ in 0..<random.number(in: 0...12) {
            guard random.number(in: 0...1) == 0 else {
                text += asides[random.number(in: 0...asides.count - 1)]
                continue
            }
            let grams = random.number(in: 20_000...500_000)
            let day = Day(ordinal: random.number(in: 15_000...25_000))
            var attributes = [
                "type=\"HKQuantityTypeIdentifierBodyMass\"", "unit = 'g'", "startDate=\"\(day) 23:59:00 -0800\"",
                "value='\(grams)'", "sourceName='a>\"&lt;'",
            ]
            text += "<Record"
            while !attributes.isEmpty {
                text += " \n" + attributes.remove(at: random.number(in: 0...attributes.count - 1))
            }
            text += random.number(in: 0...1) == 0 ? "/>" : "><MetadataEntry key='value' value='7'/></Record>"
            expected.append("\(day) \(grams)")
        }
        return text + "</HealthData>"
    }

    @Test(
        "What is no table says what it is",
        arguments: [
            ("PK\u{3}\u{4}x", TableError.Kind.archive), (" {\"a\":1}", .json), ("[1]", .json), ("[]", .json),
            ("{\"a\":{\"b\":[{\"date\":1}]}}", .json), ("<?xml?>", .markup), ("<!DOCTYPE html><html><p>", .markup),
            ("<ClinicalDocument/>", .markup), ("\u{FEFF}<html>", .markup), ("%PDF-1.7", .binary),
            ("SQLite format 3\0", .binary), ("\u{1F}\u{8}", .binary),
        ])
    func otherFiles(text: String, kind: TableError.Kind) {
        #expect(throws: TableError.notATable(kind)) { try WeightTable(file: Array(text.utf8)) }
    }
}

@Suite("Written dates")
struct WrittenDateTests {
    @Test(
        "People and apps write days in many ways",
        arguments: [
            "2026-01-02", "2026/01/02", "2026.01.02", "20260102", "2026-01-02T07:12:33", "2026-01-02 07:12:33.118",
            "2026-01-02T07:12:33+02:00", "2026-01-02 07:12:33 -0800", "2026-1-2 7:12", "02.01.2026", "2.1.2026 07:12",
            "2. 1. 2026", "2.1.26", "Jan 2, 2026", "January 2, 2026", "Jan 2, 2026, 7:12 AM",
            "Jan 2, 2026 at 7:12\u{202F}AM",
            "Fri, Jan 2, 2026", "Fr, 02.01.26", "2 Jan 2026", "02-Jan-2026", "Friday, 2nd January 2026",
            "2. Januar 2026 um 07:12",
            "Fr., 2. Jan. 2026", "2026-01-02 07:12:33 UTC+0100", "46024", "46024.0001", "46024,99999",
        ])
    func forms(text: String) throws {
        let date = try WrittenDate(text)
        #expect(!date.isAmbiguous)
        #expect(date.day(in: .monthDayYear) { _ in 86_400 * 9 }?.description == "2026-01-02")
    }

    @Test(
        "A time of Greenwich is of the day that it is here",
        arguments: [
            ("2026-01-02T23:30:00Z", 3_600, "2026-01-03"), ("2026-01-02T23:30:00Z", -3_600, "2026-01-02"),
            ("2026-01-02 00:10:00 UTC", -3_600, "2026-01-01"), ("1767397800", 3_600, "2026-01-03"),
            ("1767397800000", 0, "2026-01-02"), ("1960-01-01T00:00:00Z", -1, "1959-12-31"),
        ])
    func greenwich(text: String, offset: Int, day: String) throws {
        #expect(try WrittenDate(text).day(in: .yearMonthDay) { _ in offset }?.description == day)
    }

    @Test("What may be two days is both, until somebody says which")
    func ambiguous() throws {
        let date = try WrittenDate("01/02/2026 9:00 PM")
        #expect(date.isAmbiguous)
        #expect(date.day(in: .dayMonthYear) { _ in 0 }?.description == "2026-02-01")
        #expect(date.day(in: .monthDayYear) { _ in 0 }?.description == "2026-01-02")
        #expect(date.day(in: .yearMonthDay) { _ in 0 } == nil)
        #expect(try !WrittenDate("02/02/2026").isAmbiguous)
        #expect(try WrittenDate("03/04/05").days.count == 3)
    }

    @Test(
        "What is no date, or has something beside it that is not understood, is refused",
        arguments: [
            "", "x", "2026", "2026-13-01", "2026-02-30", "32/13/2026", "Foo 2, 2026", "Jan 2", "2026-01-02 lunch",
            "2026-01-02 25:00", "2026-01-02 13:00 PM", "2026-01-02 7:1", "2026-01-02T07:12:33 PST", "1/2", "1-2/2026",
            "Jan Feb 2026", "12345", "80500", "46024.", "46024.1.1", "460241", "19999.5", "2026-01-02 07:12 +x",
            "1.2.3", "0001-01-01",
        ])
    func refused(text: String) {
        #expect(throws: ReadingError.self) { try WrittenDate(text) }
    }
}

extension WeightTable {
    /// A file that comes in pieces of this size.
    fileprivate init(file bytes: some Collection<UInt8>, piece: Int = .max, wishes: Wishes = Wishes()) throws {
        var file = WeightFile()
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            try file.take(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        self = try file.table(wishes)
    }
}
