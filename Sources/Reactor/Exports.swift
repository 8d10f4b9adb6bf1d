// `import Reactor` is all that a user writes: what a reducer touches comes along.
@_exported import ReactorState
