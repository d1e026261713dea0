import { describe, expect, it } from 'vitest';
import { modulesOf, scoreDottedNames, scoreFrames, scoreNamedPaths } from './score-names.ts';

const files = ['src/pkg/io/writer.py', 'src/pkg/writer.py', 'src/pkg/io/__init__.py', 'lib/other.ts'].map(
  (path, blob) => ({
    path,
    blob,
  }),
);
const best = (scores: Float64Array) =>
  [...scores.keys()]
    .filter((file) => (scores[file] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .map((file) => files[file]?.path);

describe('scoreNamedPaths', () => {
  it('prefers the longest common end', () => {
    expect(best(scoreNamedPaths(files, ['pkg/io/writer.py']))).toEqual(['src/pkg/io/writer.py']);
  });

  it('shares a bare name among all that have it', () => {
    const scores = scoreNamedPaths(files, ['writer.py']);
    expect(scores[0]).toBe(scores[1]);
    expect(scores[0]).toBeLessThan(scoreNamedPaths(files, ['io/writer.py'])[0] ?? 0);
  });

  it('knows nothing of files that are not there', () => {
    expect(best(scoreNamedPaths(files, ['nowhere.py']))).toEqual([]);
  });
});

describe('scoreFrames', () => {
  it('puts the innermost frame of the repository first', () => {
    const frames = ['/x/pkg/io/writer.py', '/x/pkg/writer.py', '/usr/lib/json.py'];
    expect(best(scoreFrames(files, frames))).toEqual(['src/pkg/writer.py', 'src/pkg/io/writer.py']);
  });
});

describe('scoreDottedNames', () => {
  it('resolves modules, packages and names in them, the longest first', () => {
    expect(best(scoreDottedNames(modulesOf(files), files.length, ['pkg.io.writer.Writer.flush']))).toEqual([
      'src/pkg/io/writer.py',
    ]);
    expect(best(scoreDottedNames(modulesOf(files), files.length, ['pkg.io.nothing']))).toEqual([
      'src/pkg/io/__init__.py',
    ]);
    expect(best(scoreDottedNames(modulesOf(files), files.length, ['e.g', 'os.path']))).toEqual([]);
  });
});
