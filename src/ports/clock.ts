/** Milliseconds since 1970. Injected wherever time matters, so that a decision can be replayed. */
export interface Clock {
  nowMs(): number;
}
