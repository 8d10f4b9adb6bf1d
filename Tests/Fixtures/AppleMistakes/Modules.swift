// Refused for macos, ios, tvos, watchos, visionos: no such module 'Glibc'

import Glibc
