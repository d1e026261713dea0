import { describe, expect, it } from 'vitest';
import { plainIndex } from '../../tests/fakes/history-snapshot.ts';
import type { CodeSymbol, SymbolKind } from '../model/code.ts';
import { countTerms } from '../text/terms.ts';
import { scoreSymbols } from './score-names.ts';

const blobIdOf = (path: string) => Buffer.from(path).toString('hex').padEnd(40, '0').slice(0, 40);

/** The scores that a text gives to files that define these names. */
function score(files: Readonly<Record<string, readonly [SymbolKind, string][]>>, text: string) {
  const index = plainIndex();
  index.appendBlobs(
    Object.entries(files).map(([path, own]) => {
      const symbols = own.map(([kind, name]): CodeSymbol => ({ name, kind, startLine: 1, endLine: 1 }));
      const structure = { parser: 'syntax', symbols, imports: [], calls: [], hasErrors: false } as const;
      return {
        blobId: blobIdOf(path),
        structure,
        chunks: [],
        definitions: countTerms(own.map(([, name]) => name).join(' ')),
        tokens: new Uint16Array(),
      };
    }),
  );
  const paths = Object.keys(files);
  const code = index.code(paths.map((path) => ({ path, blobId: blobIdOf(path), mode: '100644' })));
  const scores = scoreSymbols(code, text);
  return paths.map((path) => scores[code.files.find((file) => file.path === path)?.blob ?? -1]);
}

describe('scoreSymbols', () => {
  it('asks for the very name, not for its words', () => {
    const files = {
      'a.py': [['class', 'MigrationWriter']],
      'b.py': [['class', 'OperationWriter']],
    } satisfies Parameters<typeof score>[0];
    expect(score(files, 'MigrationWriter fails')).toEqual([1, 0]);
    expect(score(files, 'the migration writer fails')).toEqual([0, 0]);
  });

  it('says less of a name that many files define, and of methods than of classes', () => {
    const files = {
      'a.py': [['method', 'flush_all']],
      'b.py': [['class', 'flush_all']],
    } satisfies Parameters<typeof score>[0];
    const [method = 0, type = 0] = score(files, 'flush_all hangs');
    expect(type).toBeCloseTo(2 ** -0.7);
    expect(method).toBeCloseTo(0.6 * 2 ** -0.7);
  });

  it('takes constants for telling only when they look like constants', () => {
    const files = {
      'a.py': [['constant', 'LIMIT_BYTES']],
      'b.py': [['constant', 'limit_bytes']],
    } satisfies Parameters<typeof score>[0];
    expect(score(files, 'LIMIT_BYTES and limit_bytes')).toEqual([0.5, 0]);
  });
});
