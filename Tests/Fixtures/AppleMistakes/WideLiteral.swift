// Refused for watchos: integer literal '5000000000' overflows when stored into 'Int'

let planted: Int = 5_000_000_000
