import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBaselineRankings, readIssueCases } from './issue-cases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'datasets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, rows: readonly object[]): string {
  const path = join(folder, name);
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

describe('readIssueCases', () => {
  it('reads gzipped and plain datasets, and each case once', () => {
    const one = write('one.jsonl.gz', [
      { repo: 'a/b', instance_id: '1' },
      { repo: 'a/b', instance_id: '2' },
    ]);
    const two = write('two.jsonl', [
      { repo: 'a/b', instance_id: '2' },
      { repo: 'a/c', instance_id: '2' },
    ]);
    expect(readIssueCases([one, two]).map(({ repo, instance_id }) => `${repo} ${instance_id}`)).toEqual([
      'a/b 1',
      'a/b 2',
      'a/c 2',
    ]);
  });
});

describe('readBaselineRankings', () => {
  it('reads what lies beside a dataset, by instance', () => {
    const dataset = write('cases.jsonl.gz', []);
    write('cases.chronorepo.jsonl.gz', [{ instance_id: '1', ranking: ['a.py', 'b.py'] }]);
    expect(readBaselineRankings([dataset])).toEqual(new Map([['1', ['a.py', 'b.py']]]));
  });

  it('is empty where nothing lies there', () => {
    expect(readBaselineRankings([write('cases.jsonl.gz', []), join(folder, 'other.txt')])).toEqual(new Map());
  });
});
