import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { plainGitEnvironment, repositoryAt, runGit } from '../../tests/git/build-repository.ts';
import { type HostileRepository, hostileVectors, makeHostile } from '../../tests/git/hostile-repository.ts';
import { failedInput } from '../doors/example-inputs.ts';
import { runProcess } from '../doors/run-process.ts';
import type { PartRequest, SecurityPart } from './security-part.ts';

/** Repositories that name a program wherever one can be named: each place alone, then all at once. */
export const gitPart: SecurityPart = {
  promise: 'no program that a repository names is run',
  most: hostileVectors.length,
  step: hostileVectors.length,
  async run(request) {
    const { folder, count, signal, progress } = request;
    const fired: string[] = [];
    const vectors = hostileVectors.slice(0, count);
    let alone = 0;
    for (const vector of vectors) {
      if (signal.aborted) break;
      const hostile = build(join(folder, `alone-${alone}`), [vector]);
      await askEverything(hostile.repository.path, join(folder, `home-${alone}`));
      fired.push(...hostile.firedCanaries().map((name) => `${name}, alone`));
      rmSync(join(folder, `alone-${alone}`), { recursive: true });
      alone += 1;
      progress(alone, vectors.length);
    }
    const hostile = build(join(folder, 'together'), hostileVectors);
    await askEverything(hostile.repository.path, join(folder, 'home-together'));
    await useDoors(hostile.repository.path, request);
    fired.push(...hostile.firedCanaries().map((name) => `${name}, with all others`));
    runPlainGit(hostile.repository.path);
    const live = hostile.firedCanaries();
    return {
      figures: { git_vectors: alone, canaries_fired: fired.length },
      findings: [
        {
          promise: 'a canary in one place alone',
          cases: alone,
          broken: fired.filter((name) => name.endsWith('alone')).length,
        },
        {
          promise: 'canaries in all places at once',
          cases: hostileVectors.length,
          broken: fired.filter((name) => !name.endsWith('alone')).length,
          note: `plain git then ran ${live.length} of them: ${live.slice(0, 4).join(', ')} …`,
        },
      ],
      failures: [
        ...fired,
        ...(live.length === 0 ? ['the canaries are dead: plain git ran none of them'] : []),
      ],
    };
  },
};

function build(folder: string, vectors: readonly string[]): HostileRepository {
  const path = join(folder, 'repository');
  mkdirSync(path, { recursive: true });
  runGit(path, ['init', '-q', '-b', 'main']);
  const hostile = makeHostile(repositoryAt(path), join(folder, 'fired'), vectors);
  hostile.firedCanaries();
  return hostile;
}

/** Everything of the library that reads a repository. */
async function askEverything(repository: string, home: string): Promise<void> {
  await using memory = await openMemory({ repository, home });
  await memory.index();
  await memory.diagnose();
  await memory.searchCommits('what was done to a.bin', { files: 5 });
  await memory.examineCommit('HEAD').catch(() => undefined);
  await memory.hotspots();
  await memory.coupledFiles('a.bin').catch(() => undefined);
  await memory.locate('a.bin is broken');
  await memory.viewSummary('a.bin').catch(() => undefined);
  await memory.remember({ content: 'a.bin is generated', files: ['a.bin'] });
  await memory.recall({ query: 'a.bin', files: ['a.bin', 'c.flt'] });
  await memory.repositories.current();
}

async function useDoors(repository: string, { command, hook, folder }: PartRequest): Promise<void> {
  const environment = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: join(folder, 'home-doors') };
  const run = (words: readonly string[], input = '') =>
    runProcess({ words, input, environment, cwd: repository });
  for (const words of [[], ['doctor'], ['search-commits', 'a.bin'], ['remember', 'x', '--file', 'a.bin']])
    await run([command, ...words]);
  await run([hook], failedInput({ cwd: repository }, 'make', 'Exit code 1\nError: a.bin is broken'));
}

/** Without this, nothing would be known of canaries that could never run. */
function runPlainGit(cwd: string): void {
  const plain = (...words: readonly string[]) =>
    spawnSync('git', words, { cwd, env: plainGitEnvironment(), timeout: 10_000 });
  plain('status');
  plain('diff');
  plain('log', '-p', '--ext-diff', 'main');
}
