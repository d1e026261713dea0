/**
 * Text that secrets and misleading characters were taken out of. Only `redaction/redact.ts` makes it, and the memory takes
 * no other: what must never be written down cannot be, or it does not compile.
 */
export type RedactedText = string & { readonly __brand: 'RedactedText' };
