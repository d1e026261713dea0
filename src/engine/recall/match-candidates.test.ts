import { describe, expect, it } from 'vitest';
import { issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import { profileQuery } from '../../query/profile-query.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { matchQuestion } from './match-candidate.ts';
import { matchRivals } from './match-candidates.ts';

const rooms = ['attic', 'barn', 'cellar', 'dairy', 'eaves', 'forge', 'granary', 'hall', 'jetty'];
const findings = (last: string) =>
  [
    ...rooms.map((name) => `test_lamp_of_${name} FAILED: no oil in the ${name}`),
    `test_${last} FAILED: no wick`,
  ].join('\n');
const past = { nowMs: 1, outcomes: new Map(), rejections: [] };

describe('matchRivals', () => {
  it('keeps of what is far by words only what reads nearly as the failure at hand, and shows none of it', async () => {
    const issues = issueMemory(plainStore(['r1']));
    const further: ItemCandidate[] = [];
    for (const output of [findings('stable'), 'InkError: the quill of the northern tower is dry'])
      further.push({
        item: (await issues.record({ output })).variant,
        score: 0,
        explain: () => ({ value: 0, description: '', parts: [] }),
        relevance: 0,
        aboutWork: false,
      });
    const query = profileQuery({ failure: { output: findings('porch'), exitCode: 1 } });
    const question = matchQuestion(
      query,
      { candidates: [], rarityOf: () => undefined },
      { failures: defaultSettings.failures, minimumRelevance: 0, mostCompared: 5 },
    );
    const rivals = matchRivals(further, question, past);
    expect(rivals.map(({ item, strength }) => [item.id, strength])).toEqual([
      [further[0]?.item.id, 'different'],
    ]);
  });
});
