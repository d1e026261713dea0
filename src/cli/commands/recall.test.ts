import { expect, it } from 'vitest';
import { clean } from '../../../tests/fakes/memory-item.ts';
import { contextUnits } from '../../engine/recall/describe-recollection.ts';
import type {
  RecalledCommit,
  RecalledPlace,
  RecalledSummary,
  Recollection,
} from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import { globalScope } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import { layOut } from '../page.ts';
import { showRecollection } from './recall.ts';

function headings(commitConfidence: number, placeConfidence: number): readonly string[] {
  const commit: RecalledCommit = {
    ...{ id: 'c1' as CommitId, subject: clean('Keep jobs'), passage: clean(''), committedOn: '2026-01-02' },
    ...{ confidence: commitConfidence, files: [], trust: 'untrusted', tokens: 30 },
  };
  const place: RecalledPlace = {
    ...{ path: clean('src/jobs.ts'), functions: [], functionConfidences: [] },
    ...{ confidence: placeConfidence, trust: 'untrusted', tokens: 20 },
  };
  const summary: RecalledSummary = {
    ...{ path: clean('src/lids.ts'), purpose: clean('Lids of kettles.') },
    ...{ confidence: 0.26, trust: 'untrusted', tokens: 20 },
  };
  const found = { memories: [], commits: [commit], places: [place], summaries: [summary] };
  const recollection: Recollection = {
    ...{ kind: 'nothing_known', decisionId: 'd1' as DecisionId, leftOut: [], recorded: true, ...found },
    units: contextUnits({ ...found, scope: globalScope }),
    pack: { cards: [], text: '', tokens: 50, budgetTokens: 800 },
  };
  return layOut(showRecollection(recollection), { width: 80, nowMs: 0 })
    .map((line) => JSON.stringify(line))
    .flatMap((text) => text.match(/Commits that may|Where to look|What files/) ?? []);
}

it('puts commits and files in the order of the surest of them', () => {
  expect(headings(0.3, 0.8)).toEqual(['Where to look', 'What files', 'Commits that may']);
  expect(headings(0.4, 0.3)).toEqual(['Commits that may', 'Where to look', 'What files']);
});
