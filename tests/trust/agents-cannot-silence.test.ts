import { expect, it } from 'vitest';
import { openMemory } from '../../src/index.ts';
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
const fix = 'Create kettle.lock first: npm run fill.';
const rule = 'Never boil the kettle without its lid.';

const agents: readonly Speaker[] = ['s1', 's2', 's3'].map((session) => ({
  kind: 'agent',
  name: 'codex',
  source: 'mcp',
  session,
}));
const kinds = ['rejected', 'false_positive', 'verified', 'ignored', 'missed'] as const;

type Memory = Awaited<ReturnType<typeof openMemory>>;

/** What an agent may try. A refusal is an answer too. */
const acts: Readonly<Record<string, (memory: Memory, speaker: Speaker, pick: Pick) => Promise<unknown>>> = {
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

type Pick = <Value>(values: readonly Value[]) => Value;

function refusal(fault: unknown): void {
  if (!isAfterwitError(fault)) throw fault;
}

it(`what a person said is shown in other sessions after any ${times(24)} chains of agents' acts`, async () => {
  let state = 11;
  const pick: Pick = (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return values[(state >>> 8) % values.length] as (typeof values)[number];
  };
  const { path: repository } = buildRepository();
  for (let chain = 0; chain < times(24); chain++) {
    let nowMs = 1_000_000;
    await using memory = await openMemory({
      repository,
      home: temporaryFolder(),
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
      await act(memory, pick(agents), pick).catch(refusal);
    }
    const later: Speaker = { ...(agents[0] as Speaker), session: 'later' };
    const told = await memory.recall({ failure, moment: 'after_failure', speaker: later });
    expect(told.pack.text, done.join(' → ')).toContain('npm run fill');
    const brief = await memory.brief({ speaker: later });
    expect(brief.pack.text, done.join(' → ')).toContain('without its lid');
  }
});
