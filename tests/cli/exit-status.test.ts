import { describe, expect, it } from 'vitest';
import { exitStatuses, exitStatusNames, exitStatusOf } from '../../src/cli/report-error.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { AfterwitError, type ErrorCode, errorCatalogue } from '../../src/model/errors.ts';
import { abstained, nothingKnown } from './fake-home.ts';
import { diagnosis, noneRelevant } from './fake-memory.ts';
import { FailingOutput, fakeStreams } from './fake-streams.ts';
import { commandLines, fakeDependencies, runFakeCli } from './run-fake-cli.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** Written down a second time: changing a status breaks the scripts of users, and must not happen by accident. */
const promised: Readonly<Record<ErrorCode, number>> = {
  INVALID_ARGUMENT: 2,
  INVALID_SETTING: 2,
  NOT_A_REPOSITORY: 3,
  EMPTY_REPOSITORY: 3,
  HISTORY_TOO_SHORT: 3,
  COMMIT_NOT_FOUND: 4,
  AMBIGUOUS_COMMIT: 4,
  COMMIT_NOT_INDEXED: 4,
  FILE_NOT_FOUND: 4,
  REPOSITORY_NOT_FOUND: 4,
  ITEM_NOT_FOUND: 4,
  DECISION_NOT_FOUND: 4,
  TEXT_TOO_LARGE: 2,
  CHANGED_MEANWHILE: 2,
  NEEDS_PERSON: 2,
  BACKUP_UNUSABLE: 6,
  UNREADABLE_REPOSITORY: 5,
  GIT_NOT_FOUND: 5,
  GIT_FAILED: 5,
  GIT_TIMEOUT: 5,
  TEAM_UNREACHABLE: 5,
  HOME_NOT_WRITABLE: 5,
  AGENT_SETTINGS_NOT_WRITABLE: 5,
  DISK_FULL: 5,
  UNSUPPORTED_NODE: 5,
  INDEX_BUSY: 6,
  INDEX_CORRUPT: 6,
  MEMORY_BUSY: 6,
  MEMORY_CORRUPT: 6,
  MEMORY_TOO_NEW: 6,
  INTERRUPTED: 130,
  INTERNAL: 1,
};

describe.each(codes)('%s', (code) => {
  const failing = {
    memory: {
      searchCommits: async () => {
        throw new AfterwitError(code, 'It broke. Mend it.', { data: { path: 'a\u001bb' } });
      },
    },
  };

  it('has the promised exit status, which is documented', () => {
    expect(exitStatusOf(code)).toBe(promised[code]);
    expect(exitStatuses.map(({ name }) => name)).toContain(exitStatusNames[code]);
  });

  it('is told to people on standard error', async () => {
    const run = await runFakeCli(['search-commits', 'x'], failing);
    expect(run).toMatchObject({ status: promised[code], stdout: '' });
    expect(run.stderr).toContain(`${code}, exit status ${promised[code]}`);
    expect(run.stderr.replace(/\s+/g, ' ')).toContain('It broke. Mend it.');
  });

  it('is told to programs on standard output', async () => {
    const run = await runFakeCli(['search-commits', 'x', '--json'], failing);
    expect(run).toMatchObject({ status: promised[code], stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ error: { code, message: expect.any(String) } });
  });
});

describe('status 0', () => {
  it.each(Object.entries(commandLines))('for %s', async (_name, words) => {
    const run = await runFakeCli(words);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/\S\n$/);
  });

  it('when nothing relevant was found', async () => {
    const run = await runFakeCli(['search-commits', 'x'], {
      memory: { searchCommits: async () => noneRelevant },
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('Nothing relevant');
    expect(run.stdout).toMatch(/: no commit message\s+contains any of these words\./);
    expect(run.stdout).toContain('aaaaaaaaaaaa');
  });

  it.each([
    [nothingKnown, 'Nothing is known'],
    [abstained, 'Nothing is shown'],
  ])('when nothing is recalled', async (answer, words) => {
    const run = await runFakeCli(['recall', 'x'], { memory: { recall: async () => answer } });
    expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(words) });
  });

  it.each([['--help'], ['--version'], ['coupled', '--help'], ['mcp', '--help']])(
    'for %s',
    async (...words) => {
      expect(await runFakeCli(words)).toMatchObject({ status: 0, stderr: '' });
    },
  );
});

describe('doctor', () => {
  it('ends with 5 when it finds a problem', async () => {
    const sick = { ...diagnosis, healthy: false };
    expect(await runFakeCli(['doctor'], { memory: { diagnose: async () => sick } })).toMatchObject({
      status: 5,
    });
  });

  it('makes a diagnosis of what keeps the memory from opening', async () => {
    const openMemory = async () => {
      throw new AfterwitError('NOT_A_REPOSITORY', 'There is no repository here. Go to one.');
    };
    const run = await runFakeCli(['doctor', '--json'], { dependencies: { openMemory } });
    expect(run.status).toBe(3);
    expect(JSON.parse(run.stdout)).toMatchObject({
      healthy: false,
      checks: [{ result: 'problem', message: 'There is no repository here. Go to one. (NOT_A_REPOSITORY)' }],
    });
  });
});

describe('unexpected faults', () => {
  const failing = {
    memory: {
      hotspots: () => Promise.reject(new TypeError('x is not iterable', { cause: new Error('deeper') })),
    },
  };

  it('are INTERNAL, without a stack', async () => {
    const run = await runFakeCli(['hotspots'], failing);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('x is not iterable');
    expect(run.stderr).toContain('AFTERWIT_DEBUG=1');
    expect(run.stderr).not.toContain('.ts:');
  });

  it('show their stack, and that of their cause, when debugging', async () => {
    const run = await runFakeCli(['hotspots'], { ...failing, dependencies: { debug: true } });
    expect(run.stderr).toMatch(/exit-status\.test\.ts:\d+/);
    expect(run.stderr).toContain('Caused by: Error: deeper');
  });

  it('may be anything at all', async () => {
    const run = await runFakeCli(['hotspots'], { memory: { hotspots: () => Promise.reject(undefined) } });
    expect(run.status).toBe(1);
  });
});

describe('output that cannot be written', () => {
  const dependencies = fakeDependencies();

  it('ends quietly when the reader has gone away', async () => {
    const streams = { ...fakeStreams(), stdout: new FailingOutput('EPIPE') };
    expect(await runCli(['hotspots'], streams, dependencies)).toBe(0);
    expect(streams.stderr).toMatchObject({ text: '' });
  });

  it('says that the disk is full', async () => {
    const streams = { ...fakeStreams(), stdout: new FailingOutput('ENOSPC') };
    expect(await runCli(['hotspots'], streams, dependencies)).toBe(5);
    expect(streams.stderr.text).toContain('DISK_FULL');
  });

  it('still ends with the status of an error that cannot be told', async () => {
    const streams = { ...fakeStreams(), stderr: new FailingOutput('EIO') };
    expect(await runCli(['nonsense'], streams, dependencies)).toBe(2);
  });
});
