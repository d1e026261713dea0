/** Source of identifiers and, later, of exploration. Injected, so that tests and replays are exact. */
export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
}
