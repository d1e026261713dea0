import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { defaultSettings } from '../../config/settings.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { brief } from '../brief/brief.ts';
import { remember } from '../items/remember.ts';
import { approveItem } from '../items/review-items.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import type { Candidate } from './candidate.ts';
import { recall } from './recall.ts';

const repositoryId = 'r1' as RepositoryId;
const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const agent: Speaker = { kind: 'agent', name: 'codex', source: 'mcp', session: 's1' };
const tokens = { count: async (text: string) => Math.ceil(text.length / 4) };

const pairs = [
  ['pnpm', 'npm'],
  ['vitest', 'jest'],
  ['ruff', 'flake8'],
] as const;
const plain = (name: string) => [
  `use ${name}`,
  `Always use ${name} here.`,
  `Run ${name} for everything in this project.`,
  `The project is set up with ${name}.`,
];
const contrary = (name: string, other: string) => [
  `use ${name}, not ${other}`,
  `We use ${name}, not ${other}, in this project.`,
  `Always use ${name} and never ${other} here.`,
  `The project uses ${name}; not ${other}.`,
];
const denials = (name: string) => [
  `never use ${name}`,
  `Do not use ${name} here.`,
  `Don't run ${name} for everything in this project.`,
  `The project is not set up with ${name}.`,
];

const said = fc.record({
  speaker: fc.constantFrom(ada, agent),
  scope: fc.constantFrom('repo' as const, 'user' as const),
  isApproved: fc.boolean(),
});
const disagreement = fc.record({
  pair: fc.constantFrom(...pairs),
  words: fc.nat(3),
  contraryWords: fc.nat(3),
  isDenial: fc.boolean(),
  isContraryFirst: fc.boolean(),
  one: said,
  other: said,
});

it('never puts `use npm` beside `use pnpm, not npm` or `never use npm`, in any order, by any speaker and in any scope', async () => {
  await fc.assert(
    fc.asyncProperty(disagreement, async (drawn) => {
      const { words, contraryWords, isContraryFirst, one, other } = drawn;
      const [name, ruledOut] = drawn.pair;
      const older = plain(ruledOut)[words] ?? '';
      const newer =
        (drawn.isDenial ? denials(ruledOut)[words] : contrary(name, ruledOut)[contraryWords]) ?? '';
      const store = plainStore(['r1']);
      const clock = fixedClock();
      const dependencies = {
        store,
        clock,
        random: anyRandom,
        repositoryId,
        scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
        ancestry: { head: async () => undefined, holds: async () => true },
        tokens,
        openParser: () => Promise.reject(new Error('no parser expected')),
        settings: defaultSettings,
      };
      const say = async (content: string, { speaker, scope, isApproved }: typeof one) => {
        clock.advance(1_000);
        const { item } = await remember(
          { content, speaker, scope, type: 'constraint' },
          { ...dependencies, settings: defaultSettings.memory },
        );
        const request = { store, id: item.id, speaker: ada, nowMs: clock.nowMs() };
        // A person who approves what takes the place of another decides about both.
        if (isApproved) await approveItem(request, dependencies);
      };
      if (isContraryFirst) await say(newer, one);
      await say(older, other);
      if (!isContraryFirst) await say(newer, one);
      const query = `how do I use ${ruledOut} or ${name} in this project?`;
      const asked = await recall({ query, moment: 'asked', speaker: agent }, dependencies);
      const all = await brief({ speaker: agent }, dependencies);
      for (const { memories } of [asked, all]) {
        const held = memories.filter(({ item }) => item.status === 'active').map(({ item }) => item.content);
        expect(held).not.toEqual(expect.arrayContaining([older, newer]));
      }
    }),
  );
});

it('leaves both where they only have a word in common', async () => {
  const { withContrary } = await import('./check-candidates.ts');
  const { memoryItem, itemId, clean } = await import('../../../tests/fakes/memory-item.ts');
  const items = [
    'Use pnpm, not npm.',
    'Errors of npm go to stderr.',
    'Use npmrc files.',
    'Never use npm.',
  ].map(
    (content, at) => ({ item: memoryItem({ id: itemId(at + 1), content: clean(content) }) }) as Candidate,
  );
  expect(withContrary(items, defaultSettings.memory)).toEqual(items);
});
