import type { CodeStructure } from '../model/code.ts';
import type { IndexedBlob } from '../ports/repository-index.ts';
import { hashToken } from '../text/hash-token.ts';
import { compoundPrefix, countTerms, termsOf } from '../text/terms.ts';
import { chunkText } from './chunk-text.ts';

/** Extracts from a file what the index stores. */
export function indexBlob(blobId: string, text: string, structure: CodeStructure): IndexedBlob {
  const chunks = chunkText(text, structure.symbols);
  const names = new Set(structure.symbols.map(({ name }) => name));
  const tokens: number[] = [];
  const indexed = chunks.map((chunk) => {
    const terms = new Map<string, number>();
    for (const term of termsOf(chunk.text)) {
      terms.set(term, (terms.get(term) ?? 0) + 1);
      if (!term.startsWith(compoundPrefix)) tokens.push(hashToken(term));
    }
    return { startLine: chunk.startLine, terms };
  });
  return {
    blobId,
    structure,
    chunks: indexed,
    definitions: countTerms([...names].join(' ')),
    tokens: Uint16Array.from(tokens),
  };
}
