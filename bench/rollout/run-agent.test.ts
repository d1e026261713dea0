import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { runAgent } from './run-agent.ts';

const place = { cwd: tmpdir(), input: 'the task', home: '/home/of/memory' };

it('hands over the task and the memory, and takes what is printed', async () => {
  const command = 'cat; echo " $AFTERWIT_HOME"; exit 3';
  expect(await runAgent({ ...place, command, limitMs: 60_000 })).toMatchObject({
    stdout: 'the task /home/of/memory\n',
    status: 3,
    isTooLate: false,
  });
});

it('ends an agent that takes too long, with all that it started', async () => {
  // Both hold the stream open: it is closed when both are gone.
  const run = await runAgent({ ...place, command: 'echo begun; sleep 500 & sleep 500', limitMs: 200 });
  expect(run).toMatchObject({ status: null, isTooLate: true });
});

it('ends what an agent leaves behind', async () => {
  const run = await runAgent({ ...place, command: 'sleep 500 & echo done', limitMs: 60_000 });
  expect(run).toMatchObject({ stdout: 'done\n', status: 0, isTooLate: false });
});
