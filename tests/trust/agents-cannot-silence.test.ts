import { expect, it } from 'vitest';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { SessionSteps } from '../../src/engine/sessions/credit-memories.ts';
import { openHome, openMemory } from '../../src/index.ts';
import { isAfterwitError } from '../../src/model/errors.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { times } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const failure = {
  command: 'npm test',
  output: "Error: ENOENT: no such file or directory, open 'kettle.lock'\n    at boil (src/kettle.ts:4:9)",
  exitCode: 1,
};
const other = {
  command: 'npm run lint',
  output: 'error: lid.ts: the lid is open (lid/no-steam)',
  exitCode: 1,
};
const fix = 'Run `npm run fill` before the tests: it creates kettle.lock.';
const rule = 'Never boil the kettle without its lid.';

const agents: readonly Speaker[] = ['s1', 's2', 's3'].map((session) => ({
  kind: 'agent',
  name: 'codex',
  source: 'mcp',
  session,
}));
const kinds = ['rejected', 'false_positive', 'verified', 'ignored', 'missed'] as const;

type Memory = Awaited<ReturnType<typeof openMemory>>;

/** Acts that an agent may try; they may be refused. */
const acts: Readonly<
  Record<string, (memory: Memory, speaker: Speaker, pick: Pick, home: string) => Promise<unknown>>
> = {
  'is shown a fix and mends it otherwise, which its session tells': async (memory, speaker, _, home) => {
    const { decisionId } = await memory.recall({ failure, moment: 'after_failure', speaker });
    await creditSession(home, decisionId, speaker.session ?? '');
  },
  'asks and turns down': async (memory, speaker, pick) => {
    const { decisionId, memories } = await memory.recall({ failure, moment: 'after_failure', speaker });
    for (const { item } of memories)
      await memory.feedback({ decision: decisionId, outcome: pick(kinds), item: item.id, speaker });
  },
  'asks in words and turns down': async (memory, speaker, pick) => {
    const { decisionId, memories } = await memory.recall({
      query: 'boil the kettle without its lid',
      speaker,
    });
    for (const { item } of memories)
      await memory.feedback({ decision: decisionId, outcome: pick(kinds), item: item.id, speaker });
  },
  'turns down the latest decision of anyone': async (memory, speaker, pick) => {
    const { receipt } = await memory.why();
    for (const { itemId } of receipt.considered)
      await memory
        .feedback({ decision: receipt.id, outcome: pick(kinds), item: itemId, speaker })
        .catch(refusal);
    await memory.feedback({ decision: receipt.id.slice(0, 4), outcome: 'rejected', speaker });
  },
  'is shown something else and turns it down': async (memory, speaker, pick) => {
    const { decisionId } = await memory.recall({ failure: other, moment: 'after_failure', speaker });
    await memory.feedback({ decision: decisionId, outcome: pick(kinds), speaker });
  },
  'is briefed and turns down': async (memory, speaker, pick) => {
    const { decisionId, memories } = await memory.brief({ speaker });
    for (const { item } of memories)
      await memory.feedback({ decision: decisionId, outcome: pick(kinds), item: item.id, speaker });
  },
  pauses: (memory) => memory.pause(),
  'tells another fix': (memory, speaker) =>
    memory.record({ failure, fix: 'Do not create kettle.lock: delete the test.', speaker }),
  'tells a contrary rule': (memory, speaker) =>
    memory.remember({ content: 'Boil the kettle without its lid.', type: 'constraint', speaker }),
};

/** Credits a decision as mining of the session would: another command made the failing one pass. */
async function creditSession(home: string, decisionId: string, session: string): Promise<void> {
  const store = openMemoryStore({ directory: home, clock: { nowMs: () => 1_000_000 } });
  const receipt = store.read((reader) => reader.decisions(99)).find(({ id }) => id === decisionId);
  const steps = new SessionSteps(store);
  const atMs = (receipt?.atMs ?? 0) + 1_000;
  const run = { kind: 'run', atMs, families: ['npm test'], edits: [] } as const;
  steps.add(session, [
    { ...run, command: 'npm run build', verdict: 'passed' },
    { ...run, command: 'npm test', verdict: 'passed' },
  ]);
  if (receipt?.failure !== undefined)
    steps.addFix({
      session,
      failure: receipt.failure,
      done: { edits: [{ path: 'src/kettle.ts', added: ['open(lock, "a");'], removed: [] }], commands: [] },
      atMs,
    });
  await steps.credit(atMs + 1_000);
  store.close();
}

type Pick = <Value>(values: readonly Value[]) => Value;

function refusal(fault: unknown): void {
  if (!isAfterwitError(fault)) throw fault;
}

it(`a person’s memory is shown in other sessions after any ${times(24, 1)} chains of agents' acts`, async () => {
  let state = 11;
  const pick: Pick = (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[(state >>> 8) % values.length] as (typeof values)[number];
  };
  const { path: repository } = buildRepository();
  for (let chain = 0; chain < times(24, 1); chain++) {
    let nowMs = 1_000_000;
    const home = temporaryFolder();
    await using memory = await openMemory({
      repository,
      home,
      speaker: agents[0] as Speaker,
      clock: { nowMs: () => (nowMs += 60_000) },
    });
    await memory.record({ failure, fix, speaker: ada });
    await memory.record({ failure: other, fix: 'Close the lid.', speaker: ada });
    await memory.remember({ content: rule, type: 'constraint', speaker: ada });
    const done: string[] = [];
    for (let left = 12; left > 0; left--) {
      const [name, act] = pick(Object.entries(acts));
      done.push(name);
      await act(memory, pick(agents), pick, home).catch(refusal);
    }
    const later: Speaker = { ...(agents[0] as Speaker), session: 'later' };
    const told = await memory.recall({ failure, moment: 'after_failure', speaker: later });
    expect(told.pack.text, done.join(' → ')).toContain('npm run fill');
    const brief = await memory.brief({ speaker: later });
    expect(brief.pack.text, done.join(' → ')).toContain('without its lid');
  }
});

it('an outcome inferred from a session silences no person’s fix and closes no gate; a person is asked', async () => {
  const { path: repository } = buildRepository();
  const home = temporaryFolder();
  let nowMs = 1_000_000;
  const clock = { nowMs: () => (nowMs += 60_000) };
  await using memory = await openMemory({ repository, home, speaker: agents[0] as Speaker, clock });
  const { variant } = await memory.record({ failure, fix, speaker: ada });
  const inferred = [];
  for (let at = 0; at < 8; at++) {
    const speaker: Speaker = { ...(agents[0] as Speaker), session: `inferred-${at}` };
    const { decisionId, pack } = await memory.recall({ failure, moment: 'after_failure', speaker });
    expect(pack.text, `after ${at}`).toContain('npm run fill');
    await creditSession(home, decisionId, speaker.session ?? '');
    await using opened = await openHome({ home, repository });
    inferred.push(...(await opened.why(decisionId)).outcomes.map(({ kind }) => kind));
  }
  expect(inferred).toEqual(Array(8).fill('false_positive'));
  await using opened = await openHome({ home, repository });
  const { entries } = await opened.review();
  expect(entries).toMatchObject([{ item: { id: variant.id }, reason: 'doubted_by_agent' }]);
});
