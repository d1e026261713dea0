import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile, top } from '../doors/built-file.ts';
import { temporaryFolder } from '../git/build-repository.ts';

/** Benchmarks run on the pinned Node.js, whose syntax (`await using`) the lowest one does not know. */
const onPinnedNode = it.skipIf(
  process.platform === 'win32' || Number(process.versions.node.split('.')[0]) < 24,
);

/** To a hook no time goes by: what is tried here is not how fast it is. */
const unhurried = `--require=${JSON.stringify(join(import.meta.dirname, '../demo/unhurried.cjs'))}`;

function rollout(agent: string, limit: number): Promise<Readonly<Record<string, unknown>>> {
  builtFile('hooks/claude-code.js');
  const folder = temporaryFolder();
  const out = join(folder, 'figures.json');
  const words = ['rollout', '--agent', agent, '--limit', String(limit), '--home', folder, '--out', out];
  const options = { cwd: top, env: { ...process.env, NODE_OPTIONS: unhurried } };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [join(top, 'bench/main.ts'), ...words], options, (error) =>
      error === null ? resolve(JSON.parse(readFileSync(out, 'utf8')).figures) : reject(error),
    ),
  );
}

onPinnedNode('the plumbing agent repeats a known failure only without memory', async () => {
  // One failure that is known, and one that only reads so, where both arms do the same.
  expect(await rollout('plumbing', 2)).toEqual({
    runs_without: 2,
    success_without: 2,
    repeated_failures_without: 2,
    tool_calls_without: 10,
    tokens_without: 'not run',
    later_reverts_without: 0,
    runs_with: 2,
    success_with: 2,
    repeated_failures_with: 1,
    tool_calls_with: 8,
    tokens_with: 'not run',
    later_reverts_with: 0,
    false_injections: 0,
    false_injection_runs: 1,
  });
});

onPinnedNode('an agent that does nothing, and tells nothing, has no success', async () => {
  expect(await rollout('true', 1)).toMatchObject({
    success_without: 0,
    success_with: 0,
    repeated_failures_with: 'not run',
    tool_calls_with: 'not run',
  });
});
