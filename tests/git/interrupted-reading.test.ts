import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as anywhere, expect } from 'vitest';
import { openGitReader } from '../../src/adapters/git/open-git-reader.ts';
import type { CommitId } from '../../src/model/repository.ts';
import { buildRepository, copiesOf, type TestRepository, temporaryFolder } from './build-repository.ts';
import { headOf, openReader } from './open-reader.ts';

/** An honest git does something in so much time on any machine, though others keep it from running now and then. */
const idleMs = 3_000;

/** Processes are counted through /proc. */
const test = anywhere.runIf(process.platform === 'linux');

test('leaving the loop early ends git', async () => {
  const { ids, reader } = await openLong();
  for await (const record of reader.readCommits(ids)) {
    expect(record.id).toBe(ids[0]);
    expect(gitChildren()).toHaveLength(1);
    break;
  }
  expect(gitChildren()).toEqual([]);
});

test('a consumer that throws ends git', async () => {
  const { ids, reader } = await openLong();
  const reading = (async () => {
    for await (const _ of reader.readCommits(ids)) throw new Error('enough');
  })();
  await expect(reading).rejects.toThrow('enough');
  expect(gitChildren()).toEqual([]);
});

test('an abort ends the reading with INTERRUPTED, and git with it', async () => {
  const { ids, reader } = await openLong();
  const controller = new AbortController();
  let count = 0;
  const reading = (async () => {
    for await (const _ of reader.readCommits(ids, { signal: controller.signal })) {
      count += 1;
      if (count === 10) controller.abort();
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(count).toBeLessThan(ids.length);
  expect(gitChildren()).toEqual([]);
});

test('an abort ends git also when the consumer never comes back', async () => {
  const { ids, reader } = await openLong();
  const controller = new AbortController();
  const iterator = reader.readCommits(ids, { signal: controller.signal })[Symbol.asyncIterator]();
  await iterator.next();
  expect(gitChildren()).toHaveLength(1);
  controller.abort();
  await expect.poll(gitChildren).toEqual([]);
});

test('a signal aborted beforehand stops every method that takes one', async () => {
  const { ids, reader } = await openLong();
  const signal = AbortSignal.abort();
  await expect(reader.listCommits({ tips: headOf(reader), known: [], signal })).rejects.toMatchObject({
    code: 'INTERRUPTED',
  });
  await expect(reader.listTree(ids[0] as CommitId, { signal })).rejects.toMatchObject({
    code: 'INTERRUPTED',
  });
  const reading = reader.readCommits(ids, { signal })[Symbol.asyncIterator]().next();
  await expect(reading).rejects.toMatchObject({ code: 'INTERRUPTED' });
  expect(gitChildren()).toEqual([]);
});

test('a slow consumer holds git back instead of filling the memory', async () => {
  const { ids, reader } = await openLong();
  const iterator = reader.readCommits(ids)[Symbol.asyncIterator]();
  await iterator.next();
  await sleep(300);
  // Git has more to say than fits into pipe and buffers, and so still runs.
  expect(gitChildren()).toHaveLength(1);
  await iterator.return?.();
  expect(gitChildren()).toEqual([]);
});

// Three at once: each takes longer than git may be idle.
test('a git that falls silent is stopped, and neither one that works nor one whose consumer is slow', async () => {
  await Promise.all([readSlowly(), meetSilence(), readFromWork()]);
  expect(gitChildren()).toEqual([]);
});

async function readSlowly(): Promise<void> {
  const { repository, ids } = await openLong();
  const reader = await openGitReader(repository.path, {
    shimDirectory: temporaryFolder(),
    idleMs,
  });
  let count = 0;
  for await (const _ of reader.readCommits(ids)) {
    count += 1;
    if (count === 1_000) await sleep(1.5 * idleMs);
  }
  expect(count).toBe(ids.length);
}

/** Of a git behind a wrapper. */
async function meetSilence(): Promise<void> {
  const { repository, ids } = await openLong();
  const executable = join(temporaryFolder(), 'git');
  writeFileSync(
    executable,
    '#!/bin/sh\ncase "$*" in *--no-walk*) read -r _; exec sleep 60;; *) exec git "$@";; esac\n',
  );
  chmodSync(executable, 0o755);
  const reader = await openGitReader(repository.path, {
    shimDirectory: temporaryFolder(),
    executable,
    idleMs,
  });
  const reading = reader.readCommits(ids)[Symbol.asyncIterator]().next();
  await expect(reading).rejects.toMatchObject({
    code: 'GIT_TIMEOUT',
    message: expect.stringMatching(
      /^git log said and did nothing for \d+(?:\.\d)? s and was stopped\. Look for a pipe/,
    ),
  });
}

async function readFromWork(): Promise<void> {
  const { repository, ids } = await openLong();
  const executable = join(temporaryFolder(), 'git');
  // Works now and then for longer than it may be idle, on its own and behind a wrapper, before the first word.
  const some = 'at=0; while [ $at -lt 30000 ]; do at=$((at + 1)); done';
  const work = `end=$(($(date +%s) + 5)); while [ $(date +%s) -lt $end ]; do ${some}; sleep 0.3; done`;
  writeFileSync(
    executable,
    `#!/bin/sh\ncase "$*" in *--no-walk*) sh -c '${work}'; git "$@";; *) exec git "$@";; esac\n`,
  );
  chmodSync(executable, 0o755);
  const reader = await openGitReader(repository.path, {
    shimDirectory: temporaryFolder(),
    executable,
    idleMs,
  });
  for await (const record of reader.readCommits(ids.slice(0, 3))) expect(record.unreadable).toBeUndefined();
}

test('git killed from outside is a failure of git, not of the commits', async () => {
  const { ids, reader } = await openLong();
  const reading = (async () => {
    for await (const record of reader.readCommits(ids)) {
      expect(record.unreadable).toBeUndefined();
      for (const pid of gitChildren()) process.kill(pid, 'SIGKILL');
    }
  })();
  await expect(reading).rejects.toMatchObject({ code: 'GIT_FAILED' });
});

test('no git outlives our process, however it ends', async () => {
  const { repository } = await openLong();
  for (const ending of [
    'process.exit(0)',
    'throw new Error("crash")',
    "process.kill(process.pid, 'SIGKILL')",
  ]) {
    const pidFile = join(temporaryFolder(), 'pid');
    const script = join(temporaryFolder(), 'reading.ts');
    writeFileSync(script, readingScript(repository, pidFile, ending));
    spawnSync(process.execPath, [script], { timeout: 300_000 });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid)).toBe(false);
  }
});

anywhere('a shim folder that vanishes while git is in use is made again', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1' });
  const shimDirectory = join(temporaryFolder(), 'shim');
  const reader = await openGitReader(repository.path, { shimDirectory });
  rmSync(shimDirectory, { recursive: true });
  expect(await reader.listTree(repository.id('HEAD'))).toHaveLength(1);
  expect(existsSync(shimDirectory)).toBe(true);
});

/** A history whose log is far longer than what pipes and buffers hold. */
const longHistories = copiesOf((repository) => {
  const text = 'words '.repeat(150);
  const stream = Array.from({ length: 2_500 }, (_, index) => {
    const message = `commit ${index} ${text}`;
    return `commit refs/heads/main\ncommitter A <a@b> ${1_600_000_000 + index} +0000\ndata ${message.length}\n${message}\n`;
  }).join('');
  repository.import(stream);
});

async function openLong() {
  const { repository } = longHistories();
  const reader = await openReader(repository);
  const { ids } = await reader.listCommits({ tips: headOf(reader), known: [] });
  return { repository, ids, reader };
}

/** Our own child processes that are neither gone nor waiting to be buried. */
function gitChildren(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => stateOf(pid)?.parent === process.pid && isRunning(pid));
}

function isRunning(pid: number): boolean {
  const state = stateOf(pid)?.state;
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** State letter and parent of a process; the program's name before them may hold anything but ends with `)`. */
function stateOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** A program that begins to read, notes the id of its git and comes to a bad end. */
function readingScript(repository: TestRepository, pidFile: string, ending: string): string {
  const module = new URL('../../src/adapters/git/open-git-reader.ts', import.meta.url).href;
  return `
    import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
    import { openGitReader } from ${JSON.stringify(module)};
    const options = { shimDirectory: ${JSON.stringify(temporaryFolder())} };
    const reader = await openGitReader(${JSON.stringify(repository.path)}, options);
    const { ids } = await reader.listCommits({ tips: [reader.location.head], known: [] });
    for await (const _ of reader.readCommits(ids)) {
      const isOurs = (pid) => {
        try {
          return readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ').at(-1).split(' ')[1] === String(process.pid);
        } catch {
          return false;
        }
      };
      writeFileSync(${JSON.stringify(pidFile)}, String(readdirSync('/proc').find(isOurs) ?? 0));
      ${ending};
      await new Promise(() => {});
    }
  `;
}
