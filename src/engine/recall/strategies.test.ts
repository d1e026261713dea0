import { beforeEach, expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { type RememberItemRequest, remember } from '../items/remember.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { recall } from './recall.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const agent: Speaker = { kind: 'agent', name: 'codex', source: 'mcp' };
const failure = {
  command: 'npm install',
  output:
    'npm error code ERESOLVE\nnpm error ERESOLVE could not resolve peer react@17 from left-pad-react@2.1.0\n',
  exitCode: 1,
};
const forced = 'Run npm install --force.';
const pinned = 'Pin react to 18 in package.json, then install.';

let dependencies: RecallDependencies;

beforeEach(() => {
  let uuids = 0;
  const repositoryId = 'r1' as RepositoryId;
  dependencies = {
    store: plainStore(['r1']),
    clock: fixedClock(1_000_000),
    random: { uuid: () => `${String(++uuids).padStart(8, '0')}-0000-4000-8000-000000000000` },
    repositoryId,
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
    ancestry: { head: async () => undefined, holds: async () => true },
    settings: defaultSettings,
  };
});

function say(request: Partial<RememberItemRequest>) {
  return remember(
    { content: 'x', speaker: ada, ...request },
    {
      ...dependencies,
      tokens: { count: async () => 40 },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: defaultSettings.memory,
    },
  );
}

const recallAt = (moment: 'asked' | 'after_failure') =>
  recall({ failure, moment, speaker: agent }, dependencies);

it('shows a fix that follows an avoided strategy only when asked, with a warning', async () => {
  await say({ content: forced, failure });
  expect(await recallAt('after_failure')).toMatchObject({ kind: 'recalled' });
  await say({ content: 'It hides conflicts.', strategy: { stance: 'avoid', words: 'npm install --force' } });
  const unasked = await recallAt('after_failure');
  expect(unasked.memories).toEqual([]);
  expect(unasked.leftOut[0]?.reasons).toContain('avoided_strategy');
  const asked = await recallAt('asked');
  expect(asked.memories[0]).toMatchObject({ item: { content: forced }, warnings: ['avoided_strategy'] });
});

it('goes by the latest word, and by no agent’s', async () => {
  await say({ content: forced, failure });
  const avoid = { stance: 'avoid', words: 'npm install --force' } as const;
  await say({ content: 'no', strategy: avoid, speaker: agent });
  expect(await recallAt('after_failure')).toMatchObject({ kind: 'recalled' });
  await say({ content: 'no', strategy: avoid });
  dependencies = { ...dependencies, clock: fixedClock(2_000_000) };
  await say({ content: 'yes, after all', strategy: { ...avoid, stance: 'prefer' } });
  expect(await recallAt('after_failure')).toMatchObject({ kind: 'recalled' });
});

it.each([
  { strategy: { stance: 'avoid', words: 'x y' }, failure },
  { strategy: { stance: 'avoid', words: 'x y' }, type: 'decision' },
  { details: { preventionRule: 'x' } },
] as const)('refuses what says two things at once: %j', async (request) => {
  await expect(say(request)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

it('puts what follows a preferred strategy first among equals', async () => {
  await say({ content: forced, failure });
  // Of one scope, another fix for the same failure would wait for a person.
  await say({ content: pinned, scope: 'user', failure });
  const before = await recallAt('asked');
  const order = before.memories.map(({ item }) => item.content);
  expect(order).toHaveLength(2);
  const last = order.at(-1) ?? '';
  await say({
    content: 'so',
    strategy: { stance: 'prefer', words: last === forced ? 'npm install --force' : 'pin react' },
  });
  const after = await recallAt('asked');
  expect(after.memories.map(({ item }) => item.content).filter((content) => content !== 'so')[0]).toBe(last);
});
