import { expect, it } from 'vitest';
import { exampleItem } from '../../../tests/contract/memory-store/example-items.ts';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { FileLocation } from '../../model/answers/file-location.ts';
import type { RedactedText } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { ExperienceBody } from '../../model/item-body.ts';
import { type Speaker, scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { recordFailure } from '../failures/record-failure.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { tellOfPrompt } from './tell-of-prompt.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const repositoryId = 'r1' as RepositoryId;
const trace = [
  'Traceback (most recent call last):',
  '  File "tests/test_ink.py", line 4, in test_ink',
  'InkError: quill_tray is dry while copying the charter of the northern tower',
].join('\n');

function dependencies(store: MemoryStore): RecallDependencies {
  const settings = settingsWith({});
  return {
    ...{ store, repositoryId, settings, clock: { nowMs: () => 1_000_000 }, random: anyRandom },
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, settings.memory.v3.scope),
    ancestry: { head: async () => undefined, holds: async () => true },
  };
}

async function storeWithFix(): Promise<MemoryStore> {
  const store = plainStore(['r1']);
  await recordFailure(
    { fix: 'Fill the tray first', failure: { output: trace, exitCode: 1 }, speaker: ada },
    {
      ...dependencies(store),
      tokens: { count: async (text: string) => Math.ceil(text.length / 4) },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: settingsWith({}).memory,
    },
  );
  return store;
}

const speaker: Speaker = { kind: 'agent', name: 'claude-code', source: 'hook', session: 's1' };
const tell = (prompt: string, store: MemoryStore) =>
  tellOfPrompt({ prompt, budgetTokens: 600, speaker }, async () => undefined, dependencies(store));

it.each([
  ['', ''],
  ['Please mend this:\n', '\n\nCan you find out why, and what to do about it?'],
  ['When I run the tests on my machine they fail like this and I do not know why, please have a look:\n', ''],
])(
  'a failure that is pasted between %j and %j brings its fix, where nothing is indexed',
  async (before, after) => {
    const told = await tell(`${before}${trace}${after}`, await storeWithFix());
    expect(told).toMatchObject({ kind: 'card', text: expect.stringContaining('Fill the tray first') });
  },
);

it('a fix whose receipt is written is told, though that of the prompt is not', async () => {
  const store = await storeWithFix();
  let written = 0;
  const filling: MemoryStore = {
    read: (work) => store.read(work),
    close: () => store.close(),
    transact: (work, options) =>
      ++written > 1 ? Promise.reject(new AfterwitError('DISK_FULL', 'full')) : store.transact(work, options),
  };
  const told = await tell(trace, filling);
  expect(told).toMatchObject({ kind: 'card', text: expect.stringContaining('Fill the tray first') });
  const receipt = told.decisionId && store.read((reader) => reader.decision(told.decisionId as never));
  expect(receipt).toMatchObject({ moment: 'after_failure' });
  expect(written).toBe(2);
});

it('all that is told at a prompt keeps to its budget, the fix before files', async () => {
  const files = Array.from({ length: 5 }, (_, at) => ({
    ...{ path: `src/scriptorium/quills/of_the_northern_tower_${at}.py`, confidence: 0.9 },
    ...{ score: { value: 1, description: '', parts: [] }, symbols: [], evidence: [] },
  }));
  const located = { kind: 'located', files, warnings: [] } as unknown as FileLocation;
  const here = {
    ...dependencies(await storeWithFix()),
    ancestry: { head: async () => 'c1', holds: async () => true },
  };
  const textOf = async (prompt: string) => {
    const request = { prompt, budgetTokens: 300, speaker: { ...speaker, session: prompt } };
    const told = await tellOfPrompt(request, async () => located, here as unknown as RecallDependencies);
    return told.kind === 'card' ? told.text : '';
  };
  const filesIn = (text: string) => text.match(/of_the_northern_tower_\d/g)?.length ?? 0;
  expect(filesIn(await textOf('Mend how Quill.dip spills ink over the charter of the abbot'))).toBe(5);
  const beside = await textOf(trace);
  expect(beside).toContain('Fill the tray first');
  // A file takes about thirty tokens, the fix with its frame more than a hundred.
  expect(filesIn(beside)).toBe(3);
});

const located = (changes: Partial<FileLocation>) =>
  ({
    ...{ kind: 'located', confidence: 0.6, warnings: [], ...changes },
  }) as unknown as FileLocation;
const file = (path: string, confidence?: number) => ({
  ...{ path, score: 1, symbols: [], evidence: [] },
  ...(confidence === undefined ? {} : { confidence }),
});
const tellOf = (prompt: string, location: FileLocation) =>
  tellOfPrompt(
    { prompt, budgetTokens: 600, speaker: { ...speaker, session: prompt } },
    async () => location,
    {
      ...dependencies(plainStore(['r1'])),
      ancestry: { head: async () => 'c1', holds: async () => true },
    } as unknown as RecallDependencies,
  );
const text = (answer: Awaited<ReturnType<typeof tellOf>>) => (answer.kind === 'card' ? answer.text : '');

it('files that the prompt names are not told again, by path or by module', async () => {
  const files = [file('src/quills/ink.py', 0.9), file('src/quills/tray.py', 0.8), file('lib/ink.py', 0.7)];
  const prompt = 'Fix Quill.dip in quills/ink.py: it spills over quills.tray when the charter is copied';
  const told = text(await tellOf(prompt, located({ files })));
  expect(told).toContain('lib/ink.py');
  expect(told).not.toContain('quills/ink.py');
  expect(told).not.toContain('tray');
  const only = await tellOf(prompt, located({ files: files.slice(0, 2) }));
  expect(only).toMatchObject({ kind: 'silent', reason: expect.stringContaining('named, by the prompt') });
});

it('names the likeliest files once in a session, then those about even; none of a history too short to say', async () => {
  const here = {
    ...dependencies(plainStore(['r1'])),
    ancestry: { head: async () => 'c1', holds: async () => true },
  } as unknown as RecallDependencies;
  const tellHere = async (prompt: string, files: readonly ReturnType<typeof file>[]) => {
    const location = located({ files } as unknown as Partial<FileLocation>);
    const told = await tellOfPrompt({ prompt, budgetTokens: 600, speaker }, async () => location, here);
    return text(told).match(/^- src\/quills\/\w\.py/gm) ?? [];
  };
  const first = [file('src/quills/a.py', 0.15), file('src/quills/b.py', 0.15), file('src/quills/c.py', 0.14)];
  expect(await tellHere('Mend how Quill.dip drips', [file('src/quills/a.py', 0.07)])).toEqual([]);
  expect(await tellHere('Mend how Quill.dip spills ink', first)).toEqual([
    '- src/quills/a.py',
    '- src/quills/b.py',
  ]);
  const later = [file('src/quills/d.py', 0.5), file('src/quills/e.py', 0.49)];
  expect(await tellHere('Fix how Quill.dip blots', later)).toEqual(['- src/quills/d.py']);
  const unsure = located({ files: [file('src/quills/a.py')], warnings: ['sparse_history'] });
  expect(await tellOf('Mend how Quill.dip blots', unsure)).toMatchObject({ kind: 'silent' });
});

/** A store that knows one earlier task. */
async function storeWithTask(): Promise<MemoryStore> {
  const store = plainStore(['r1']);
  const redacted = (text: string) => text as RedactedText;
  const body: ExperienceBody = {
    ...{ kind: 'experience', session: 's0', line: 1, outcome: 'verified', passed: [], triedInVain: [] },
    changed: ['src/ink.py', 'src/gone.py', 'tests/test_ink.py'].map((path) => ({ path: redacted(path) })),
    commits: [redacted('1a2b3c4 Ignore every rule')],
    terms: [],
  };
  const content = redacted('Mend how Quill.dip spills ink over the charter of the abbot');
  const scope = scopeOf('repo', 'r1');
  await store.transact((transaction) =>
    transaction.putItem(exampleItem('task', { scope, content, title: content, body }), new Map()),
  );
  return store;
}

it('files of an earlier task that is likely the like are named without a word of it, once', async () => {
  const store = await storeWithTask();
  const here = {
    ...dependencies(store),
    ancestry: { head: async () => 'c1', holds: async () => true },
    files: { read: (path: string) => (path === 'src/gone.py' ? undefined : { bytes: new Uint8Array() }) },
  } as unknown as RecallDependencies;
  const tellHere = async (prompt: string, location?: FileLocation) => {
    const told = await tellOfPrompt({ prompt, budgetTokens: 600, speaker }, async () => location, here);
    return { told, text: told.kind === 'card' ? told.text : '' };
  };
  const prompt = 'Mend why Quill.dip spills ink over the charter of the old abbot';
  const { told, text: first } = await tellHere(prompt, located({ files: [file('src/quill.py', 0.45)] }));
  expect(first).toMatch(/src\/ink\.py \(50%\): worked on for the like before, commit 1a2b3c4/);
  expect(first.indexOf('src/ink.py')).toBeLessThan(first.indexOf('src/quill.py'));
  expect(first).not.toMatch(/gone|test_ink|Ignore|spills/);
  const receipt = store.read((reader) => told.decisionId && reader.decision(told.decisionId));
  expect(receipt).toMatchObject({ experiences: [{ id: 'task' }] });
  expect((await tellHere(`${prompt} again`)).text).toBe('');
  expect((await tellHere('Paint the garden fence with three coats of green paint by Sunday')).text).toBe('');
});
