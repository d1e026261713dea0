/**
 * The first 64 bits of the SHA-256 of keys that their makers print in public documentation and sample code. Everyone has
 * them, so hiding them only hides which example a text is about. (The allowlist of gitleaks for this format, MIT.)
 */
const digests: ReadonlySet<string> = new Set(
  `f56e323494a6ffc2 2037abcaffb2b777 3f370c9dd8225c63 e4a5542bb7fd7b67 a19f89ab3555eac1 0b476bdf9acf2123 eb540d2b6ee2a0a4 37f8f09bdf12c2f2 8731261cb72d8626 49f777db995e8260 27a9a42931dff7eb dc0fcf046c61640c 4c98242dcadc8b29 ea9bb1082cf95663 3a8b61d0f636b007 a6c814bc555ae62c`.split(
    /\s+/,
  ),
);
const mayBePublished = /^AIza/;

/** Whether a key is one of the examples that everybody knows. */
export function isPublishedKey(key: string): boolean {
  if (!mayBePublished.test(key)) return false;
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return digests.has(createHash('sha256').update(key).digest('hex').slice(0, 16));
}
