/**
 * Text without secrets and misleading characters. Only `redaction/redact.ts` makes it, and the memory accepts no other
 * text, so code that would store an unredacted text does not compile.
 */
export type RedactedText = string & { readonly __brand: 'RedactedText' };

/** Random UUID of a memory. */
export type ItemId = string & { readonly __brand: 'ItemId' };
