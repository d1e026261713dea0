/**
 * A term as 16 bits (FNV-1a, folded). Two terms collide once in 65,536 cases. The hashes are used for *pairs* of terms,
 * which collide once in four billion.
 */
export function hashToken(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return ((hash >>> 16) ^ hash) & 0xffff;
}
