// `import Reactor` is all that a user writes: it brings along the modules of the values that a reducer touches.
@_exported import ReactorRows
@_exported import ReactorState
@_exported import ReactorUndo
