import Reactor

/// No producer trades from now on.
struct TradingPaused: Event {}

/// Producers trade again.
struct TradingResumed: Event {}
