// Refused for tvos, watchos: 'posix_spawn' is unavailable

import Darwin

func planted(_ arguments: [UnsafeMutablePointer<CChar>?]) -> Int32 { posix_spawn(nil, "ls", nil, nil, arguments, nil) }
