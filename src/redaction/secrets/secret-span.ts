/** Where in a text a secret stands, and what it is. */
export interface SecretSpan {
  /** In UTF-16 units, the end excluded. */
  readonly start: number;
  readonly end: number;
  /** Lower-case words with hyphens: `github-token`. Stands in the text in the secret's place. */
  readonly kind: string;
}

/** Sources of regular expressions for what may not follow a token: more of it, or what stands for such now. */
export const endOfToken = '(?![A-Za-z0-9]|\\[redacted:)';

/** Looks at the neighbourhood of a literal that a scan of the text came upon. */
export interface SecretDetector {
  /** Lower-case ASCII. Every occurrence, whatever its case, is handed to {@link find}. */
  readonly literals: readonly string[];
  /** The secret that the literal at `start` to `end` announces, if it does. Looks at a bounded number of characters. */
  readonly find: (text: string, start: number, end: number) => SecretSpan | undefined;
}
