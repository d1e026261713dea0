import { expect, it } from 'vitest';
import { issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import { profileQuery } from '../../query/profile-query.ts';
import { matchCandidate, matchQuestion } from './match-candidate.ts';
import { settleElsewhere } from './settle-elsewhere.ts';

const command = 'golangci-lint run';
const found = (file: string) => `cli/${file}:41:3: error is not nil but it returns nil (nilerr)`;

/** How a finding in the attic is matched with what was found in these files. */
async function settle(...files: readonly string[]) {
  const issues = issueMemory(plainStore(['r1']));
  const query = profileQuery({ failure: { output: found('attic.go'), exitCode: 1, command } });
  const settings = { failures: defaultSettings.failures, minimumRelevance: 0, mostCompared: 5 };
  const question = matchQuestion(query, { candidates: [], rarityOf: () => 0.5 }, settings);
  const matched = [];
  for (const file of files) {
    const { variant: item } = await issues.record({ output: found(file), command, fix: `Mend ${file}` });
    const history = { resolved: [], metAgain: () => [] };
    const match = matchCandidate({ item, relevance: 1 }, question, history);
    matched.push({ item, shownHere: false, ...match });
  }
  return settleElsewhere(matched, question).map(({ strength, sameness }) => ({ strength, sameness }));
}

it('leaves what was met at one place to be told apart by that place', async () => {
  const [once] = await settle('barn.go');
  expect(once).toMatchObject({
    strength: 'similar',
    sameness: { strength: 'similar', isOther: true, reason: expect.stringContaining('attic.go') },
  });
});

it('takes a place for circumstance once it was met at two', async () => {
  for (const one of await settle('barn.go', 'cellar.go'))
    expect(one).toMatchObject({ strength: 'same', sameness: { strength: 'same', isElsewhere: true } });
});
