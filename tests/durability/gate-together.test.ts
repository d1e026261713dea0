import { afterAll, expect, it } from 'vitest';
import { settingsWith } from '../../src/config/settings.ts';
import { readGateKnowledge } from '../../src/engine/decisions/gate-knowledge.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import { makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { runProgram } from '../doors/run-program.ts';
import { times } from '../effort.ts';
import { issueMemory } from '../fakes/issue-memory.ts';

const writers = 4;
const decisions = times(40);
/** Of the judgements: the last of each process, its clock having gone on with each. */
const nowMs = 2_000_000 + decisions;

const home = makeFolder();

afterAll(() => {
  home.remove();
});

it(`learns every judgement once when ${writers} processes decide and judge at once`, {
  timeout: 300_000,
}, async () => {
  const store = openStore(home.path);
  await store.transact((transaction) =>
    transaction.addRepository({ id: 'r1' as RepositoryId, name: 'r1', createdAtMs: 0 }),
  );
  const failure = { output: "ModuleNotFoundError: No module named 'lxml'", command: 'python worker.py' };
  await issueMemory(store).record({ ...failure, fix: 'Add lxml to the requirements.' });
  const programs = Array.from({ length: writers }, (_, at) =>
    runProgram('decide-and-judge', [home.path, String(at + 1), String(decisions)]),
  );
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(new Array(writers).fill(0));

  const kinds = programs.flatMap((program) => program.lines()).map((line) => line.split(' ')[1]);
  const judged = (kind: string) => kinds.filter((one) => one === kind).length;
  expect(kinds).toHaveLength(writers * decisions);
  expect(judged('accepted')).toBeGreaterThan(0);
  const { gate } = settingsWith({ 'gate.policy': 'guarded_rscb_mc' });
  const known = () => store.read((reader) => readGateKnowledge(reader, gate, nowMs));
  const together = known();
  expect(together.ledger).toMatchObject({
    falsePositives: judged('false_positive'),
    labelled: judged('false_positive') + judged('accepted'),
    pending: 0,
  });
  expect(together.judged).toBe(kinds.length);
  // One after the other, from the log, it would have learned the same.
  await store.transact((transaction) =>
    transaction.putGateKnowledge({ decisionSequence: 0, outcomeSequence: 0, body: '' }),
  );
  expect(known()).toMatchObject({
    learned: together.learned,
    ledger: together.ledger,
    judged: together.judged,
  });
  store.close();
});
