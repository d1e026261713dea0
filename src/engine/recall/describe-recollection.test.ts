import { expect, it } from 'vitest';
import { clean, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type {
  RecalledCommit,
  RecalledMemory,
  RecalledPlace,
  RecalledSummary,
} from '../../model/answers/recollection.ts';
import { globalScope, scopeOf } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import { contextUnits } from './describe-recollection.ts';

const item = memoryItem({ title: clean('Jobs are kept in Postgres'), type: 'decision' });
const memory = {
  ...{ item, relevance: 0.9, confidence: 0.6, freshness: 'drifted' },
  card: { utility: 0.9, tokens: 40 },
} as RecalledMemory;
const commit: RecalledCommit = {
  ...{ id: 'c1' as CommitId, subject: clean('Keep jobs'), passage: clean(''), committedOn: '2026-01-02' },
  ...{ confidence: 0.4, files: [], trust: 'untrusted', tokens: 30 },
};
const place: RecalledPlace = {
  ...{ path: clean('src/jobs.ts'), functions: [clean('keep')], functionConfidences: [0.5] },
  ...{ confidence: 0.8, trust: 'untrusted', tokens: 20 },
};

const summary: RecalledSummary = {
  ...{ path: clean('src/lids.ts'), purpose: clean('Lids of kettles.') },
  ...{ confidence: 0.3, trust: 'untrusted', tokens: 25 },
};
const scope = scopeOf('repo', 'r1');
const every = { memories: [memory], commits: [commit], places: [place], summaries: [summary], scope };

it('gives what every bank yields in one shape, the surest first', () => {
  const units = contextUnits(every);
  expect(units).toEqual([
    expect.objectContaining({ bank: 'files', id: 'src/jobs.ts', confidence: 0.8, freshness: 'fresh' }),
    expect.objectContaining({
      bank: 'rules',
      id: item.id,
      confidence: 0.6,
      score: 0.9,
      freshness: 'drifted',
    }),
    expect.objectContaining({ bank: 'symbols', id: 'src/jobs.ts#keep', confidence: 0.5, tokens: 0 }),
    expect.objectContaining({ bank: 'commits', id: 'c1', confidence: 0.4, origin: 'untrusted', tokens: 30 }),
    expect.objectContaining({
      ...{ bank: 'summaries', id: 'src/lids.ts', label: 'src/lids.ts: Lids of kettles.', confidence: 0.3 },
    }),
  ]);
});

it('says where each unit holds: what the index yields, in its repository', () => {
  const scopes = contextUnits({ ...every, memories: [{ ...memory, item: { ...item, scope: globalScope } }] });
  expect(new Set(scopes.filter(({ bank }) => bank !== 'rules').map((unit) => unit.scope))).toEqual(
    new Set([scope]),
  );
  expect(scopes.find(({ bank }) => bank === 'rules')?.scope).toBe(globalScope);
});

it('counts each token once', () => {
  const units = contextUnits(every);
  expect(units.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(40 + 30 + 20 + 25);
});

it('takes the utility of a memory as its confidence where no question was asked', () => {
  const { confidence, ...afterFailure } = memory;
  const [unit] = contextUnits({ ...every, memories: [afterFailure], commits: [], places: [], summaries: [] });
  expect(unit?.confidence).toBe(0.9);
});
