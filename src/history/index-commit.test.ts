import { expect, it } from 'vitest';
import { idOf } from '../../tests/fakes/commit-history.ts';
import type { CommitRecord } from '../model/repository.ts';
import { indexCommit } from './commit-message.ts';

function record(message: string): CommitRecord {
  const atMs = Date.UTC(2026, 0, 1);
  return {
    id: idOf('self'),
    parents: [],
    committedAtMs: atMs,
    authoredAtMs: atMs,
    author: 'Ada',
    message,
    changes: [],
  };
}

it('reads words, issues and references out of a message', () => {
  const read = indexCommit(
    record(`Crash: crashes again\n\nFixes #7, see own/repo#8.\nThis reverts commit ${idOf('bad')}.`),
    'own/repo',
  );
  expect(read.terms.get('crash')).toBe(2);
  expect(read.issues).toEqual([
    { issue: '#7', closes: true },
    { issue: '#8', closes: false },
  ]);
  expect(read.references).toEqual([{ relation: 'reverts', target: idOf('bad') }]);
});

it('does not index who signed, nor take a commit for one that points at itself', () => {
  const read = indexCommit(record(`Polish\n\nWas ${idOf('self')} before.\nSigned-off-by: Grace Hopper`));
  expect([...read.terms.keys()]).not.toContain('hopper');
  expect(read.references).toEqual([]);
});

it('has nothing to say of an empty message', () => {
  expect(indexCommit(record(''))).toMatchObject({ terms: new Map(), issues: [], references: [] });
});
