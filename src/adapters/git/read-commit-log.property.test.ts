import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../tests/effort.ts';
import type { CommitId, CommitRecord } from '../../model/repository.ts';
import { encodePath } from '../../text/path-encoding.ts';
import { createCommitLogParser } from './read-commit-log.ts';

const id = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes).toString('hex') as CommitId);

/** Text git could print in a field: anything without NUL, with all that might look like git's own framing. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        'M',
        'R100',
        ':100644 100644 ab cd M',
        'diff --git ',
        ' ',
        '\t',
        '\u001b[0m',
        'é',
        '€',
        '😀',
      ),
      id,
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''));
const path = text.filter((name) => name !== '');

const change = fc.oneof(
  fc.record({ status: fc.constantFrom('added', 'modified', 'deleted', 'type_changed'), path }),
  fc.record({ status: fc.constantFrom('renamed', 'copied'), path, previousPath: path }),
);

const record: fc.Arbitrary<CommitRecord> = fc.record({
  id,
  parents: fc.array(id, { maxLength: 3 }),
  committedAtMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000),
  authoredAtMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000),
  author: text.map((name) => name.replaceAll('\n', '')),
  message: text.map((message) => message.replace(/\n+$/, '')),
  changes: fc.array(change, { maxLength: 4 }),
});

const letters = {
  added: 'A',
  modified: 'M',
  deleted: 'D',
  type_changed: 'T',
  renamed: 'R086',
  copied: 'C100',
};

/** A record the way git prints it: see `commitLogFormat`. */
function printed(commit: CommitRecord): Buffer {
  const fields = [
    ...[commit.id, commit.parents.join(' '), commit.committedAtMs / 1000, commit.authoredAtMs / 1000],
    ...[commit.author, commit.message === '' ? '' : `${commit.message}\n`, ''],
  ].map((field) => Buffer.from(`${field}\0`));
  const files = commit.changes.flatMap(({ status, path: name, previousPath }, index) => [
    Buffer.from(`${index === 0 ? '\n' : ''}${letters[status]}\0`),
    ...(previousPath === undefined ? [] : [encodePath(previousPath), Buffer.from('\0')]),
    ...[encodePath(name), Buffer.from('\0')],
  ]);
  return Buffer.concat([...fields, ...files]);
}

function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (let index = 0; start < bytes.length; index++) {
    const end = start + (sizes[index % sizes.length] ?? bytes.length);
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return chunks;
}

test('records come back as they were, wherever the chunks are cut', () => {
  fc.assert(
    fc.property(
      fc.array(record, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
      (records, sizes) => {
        const parser = createCommitLogParser();
        const bytes = Buffer.concat(records.map(printed));
        const parsed = [...cut(bytes, sizes).flatMap((chunk) => parser.push(chunk)), ...parser.end()];
        expect(parsed).toEqual(records);
      },
    ),
    { numRuns: times(1_000) },
  );
});

test('a record is given only once the next one has begun, for git may have died within it', () => {
  const commit = {
    id: 'a'.repeat(40) as CommitId,
    parents: [],
    committedAtMs: 0,
    authoredAtMs: 0,
    author: '',
    message: 'm',
    changes: [],
  };
  const parser = createCommitLogParser();
  expect(parser.push(printed(commit))).toEqual([]);
  expect(parser.push(printed({ ...commit, id: 'b'.repeat(40) as CommitId }))).toEqual([commit]);
});
