/// What a person wrote that cannot be used.
enum InputError: Error, Equatable {
    case notADate(String)
    case yearOutOfRange(String)
    case noSuchDay(String, year: Int, month: Int)
    case notAWeight(String)
    case impossibleWeight(String, WeightUnit)
    case unknownUnit(String)
    case noSuchRecord(String)
    case nothingOnDay(Day)
    case severalOnDay(Day, [WeightRecord])
}

/// What is wrong with the folder or the file that the weights are kept in.
enum StoreError: Error, Equatable {
    case noFolder
    case unusableFolder(String, SystemFailure)
    case unwritableFolder(String, SystemFailure)
    case unreadableFile(String, SystemFailure)
    case damagedFile(String, Damage)
    case busyFolder(String, holder: FolderHolder?)
}

/// Why the service did not do what it was asked.
enum ServiceError: Error, Equatable {
    case numberTaken(Int)
    case noSuchRecord(Int)
    case refused(String)
}
