import { pathRole } from '../../src/text/path-role.ts';
import { inverseDocumentFrequency } from '../../src/text/terms.ts';

import { readBlobs, runGit } from './run-git.ts';

export type Tokenise = (text: string) => readonly string[];

/** Textbook retrieval of source files: BM25 over whole files, every distinct token of the query once. */
export interface TokenSearch {
  /** Source files of a commit's tree, best first; those that share no token are left out. */
  rankFiles(commit: string, query: string): readonly string[];
}

/** Tokens of a text in numbers of a vocabulary, ascending, each once. */
interface Bag {
  readonly tokens: Uint32Array;
  readonly counts: Uint16Array;
  readonly length: number;
}

const k1 = 1.2;
const b = 0.75;

/** Each blob is read and cut into tokens once, whatever trees it is in. */
export function openTokenSearch(gitDirectory: string, tokenise: Tokenise): TokenSearch {
  const index = new TokenIndex(tokenise);
  const known = new Set<string>();
  return {
    rankFiles(commit, query) {
      const files = listSources(gitDirectory, commit);
      const unknown = [...new Set(files.map(({ blob }) => blob))].filter((blob) => !known.has(blob));
      for (const blob of unknown) known.add(blob);
      readBlobs(gitDirectory, unknown, (id, text) => index.add(id, text));
      return index.rank(files, query);
    },
  };
}

interface SourceFile {
  readonly path: string;
  readonly blob: string;
}

function listSources(gitDirectory: string, commit: string): readonly SourceFile[] {
  const rows = runGit(gitDirectory, ['ls-tree', '-r', '-z', commit]).split('\0');
  return rows.flatMap((row) => {
    const [, blob = '', path = ''] = /^100\d+ blob (\S+)\t(.*)$/s.exec(row) ?? [];
    return path !== '' && pathRole(path) === 'source' ? [{ path, blob }] : [];
  });
}

class TokenIndex {
  readonly #tokenise: Tokenise;
  readonly #vocabulary = new Map<string, number>();
  readonly #bags = new Map<string, Bag>();

  constructor(tokenise: Tokenise) {
    this.#tokenise = tokenise;
  }

  add(blob: string, text: string): void {
    const counts = new Map<number, number>();
    let length = 0;
    for (const token of this.#tokenise(text)) {
      const number = this.#vocabulary.get(token) ?? this.#vocabulary.size;
      this.#vocabulary.set(token, number);
      counts.set(number, (counts.get(number) ?? 0) + 1);
      length++;
    }
    const tokens = Uint32Array.from(counts.keys()).sort();
    this.#bags.set(blob, {
      tokens,
      counts: Uint16Array.from(tokens, (token) => counts.get(token) ?? 0),
      length,
    });
  }

  rank(files: readonly SourceFile[], query: string): readonly string[] {
    const bags = files.map(({ blob }) => this.#bags.get(blob));
    const average = bags.reduce((sum, bag) => sum + (bag?.length ?? 0), 0) / Math.max(1, bags.length);
    const scores = new Float64Array(files.length);
    for (const word of new Set(this.#tokenise(query))) {
      const token = this.#vocabulary.get(word);
      if (token === undefined) continue;
      const found = bags.map((bag) => countIn(bag, token));
      const idf = inverseDocumentFrequency(found.filter((count) => count > 0).length, files.length);
      for (const [place, count] of found.entries()) {
        if (count === 0) continue;
        const penalty = k1 * (1 - b + (b * (bags[place]?.length ?? 0)) / average);
        scores[place] = (scores[place] as number) + (idf * count * (k1 + 1)) / (count + penalty);
      }
    }
    return [...files.keys()]
      .filter((place) => (scores[place] as number) > 0)
      .sort((one, other) => (scores[other] as number) - (scores[one] as number) || one - other)
      .map((place) => files[place]?.path ?? '');
  }
}

function countIn(bag: Bag | undefined, token: number): number {
  if (bag === undefined) return 0;
  let low = 0;
  let high = bag.tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bag.tokens[middle] as number) < token) low = middle + 1;
    else high = middle;
  }
  return bag.tokens[low] === token ? (bag.counts[low] as number) : 0;
}
