import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRealHistories } from './read-real-histories.ts';

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'afterwit-replay-'));
  mkdirSync(join(data, 'replay', 'commits'), { recursive: true });
});

afterEach(() => rmSync(data, { recursive: true, force: true }));

function write(file: string, rows: readonly object[]): void {
  writeFileSync(join(data, 'replay', file), gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')));
}

const commit = (id: string, ts: number) => ({
  ...{ id, ts, repo: 'ada/kettle', parent: `${id}^`, subject: `Fix ${id}`, body: '', fix: '+ boil()' },
  ...{
    files: ['kettle.py'],
    functions: ['kettle.py::boil'],
  },
});
const issue = (instance_id: string, ts: number, gate_label = 'location_only') => ({
  ...{ instance_id, ts, repo: 'ada/kettle', base_commit: 'c0', issue: 'It does not boil', gate_label },
  ...{ files: ['kettle.py'], functions: [] },
});

const idsOf = (kind: 'issues' | 'commits' | 'defects4j', questions = 2) =>
  readRealHistories({ data, kind, questions }).map(({ events }) => events.map(({ id }) => id));

describe('readRealHistories', () => {
  it('puts events in order of time, whatever order they stand in', () => {
    write('commits/ada__kettle.jsonl.gz', [commit('late', 30), commit('early', 10), commit('after', 90)]);
    write('issues.jsonl.gz', [issue('second', 40), issue('first', 20)]);
    expect(idsOf('issues')).toEqual([['early', 'first', 'late', 'second']]);
  });

  it('asks before it is told, where both have one time', () => {
    write('commits/ada__kettle.jsonl.gz', [commit('fix', 20), commit('early', 10)]);
    write('issues.jsonl.gz', [issue('asked', 20), issue('later', 30)]);
    expect(idsOf('issues')).toEqual([['early', 'asked', 'fix', 'later']]);
  });

  it('lets some of the commits ask, evenly over the history, and tells all', () => {
    const commits = Array.from({ length: 10 }, (_, at) => commit(`c${at}`, at));
    write('commits/ada__kettle.jsonl.gz', commits);
    const [history] = readRealHistories({ data, kind: 'commits', questions: 2 });
    expect(history?.events.filter(({ asks }) => asks !== undefined).map(({ id }) => id)).toEqual([
      'c4',
      'c9',
    ]);
    expect(history?.events.every(({ told }) => told !== undefined)).toBe(true);
    expect(history?.events[4]?.asks?.asOf).toBe('c4^');
  });

  it('is empty without data', () => {
    expect([idsOf('issues'), idsOf('commits'), idsOf('defects4j')]).toEqual([[], [], []]);
  });
});
