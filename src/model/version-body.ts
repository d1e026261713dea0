import type { RedactedText } from './redacted-text.ts';

/**
 * Marks the text that a memory had before a person gave it another. It depends on that memory (`depends_on`), is superseded by it, and
 * held from its `createdAtMs` to its `validToMs`.
 */
export interface VersionBody {
  readonly kind: 'version';
  /** Fingerprint of this text: the version itself has another while the memory has it. */
  readonly fingerprint: string;
  /** What its variant was shown with while nobody had confirmed it: {@link VariantBody.seen}. */
  readonly seen?: RedactedText;
}
