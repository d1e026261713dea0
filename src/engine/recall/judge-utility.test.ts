import { expect, it } from 'vitest';
import { fixedClock } from '../../../tests/fakes/fixed-clock.ts';
import { gateMemory } from '../../../tests/fakes/gate-memory.ts';
import { issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';

const settings = settingsWith({});
const failure = {
  output: "Traceback (most recent call last):\nModuleNotFoundError: No module named 'lxml'",
  command: 'python worker.py',
};

it('receipts hold what the proxy estimates, of what fits alone', async () => {
  const store = plainStore(['r1']);
  const memory = issueMemory(store);
  await memory.record({ ...failure, fix: 'Install lxml for worker.py.' });
  await memory.record({
    command: 'python worker.py',
    output: 'ConnectionRefusedError: [Errno 111] Connection refused to port 5432',
    fix: 'Start the database.',
  });
  const { receipt } = await gateMemory(store, fixedClock(100_000_000), settings).fail(failure);
  const judged = receipt.considered.filter(({ utility }) => utility !== undefined);
  expect(judged.map(({ strength }) => strength)).toEqual(['same']);
  const { proxy } = judged[0]?.utility ?? {};
  expect(proxy?.value).toBeGreaterThan(0);
  expect(proxy?.parts).toHaveLength(5);
  expect(receipt.considered.some(({ utility }) => utility === undefined)).toBe(true);
});
