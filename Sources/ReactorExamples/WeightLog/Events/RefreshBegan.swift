import Reactor

/// The service was asked for its records.
struct RefreshBegan: Event {}
