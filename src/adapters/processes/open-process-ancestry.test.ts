import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { openProcessAncestry, parsePs, readProcProcess } from './open-process-ancestry.ts';

describe('openProcessAncestry', () => {
  it.skipIf(process.platform === 'win32')('climbs from this process to the first one', () => {
    const found = openProcessAncestry().read();
    expect(found[0]).toMatchObject({ id: process.pid, parentId: process.ppid });
    expect(found[0]?.command.length).toBeGreaterThan(0);
    for (const [at, { parentId }] of found.slice(0, -1).entries()) expect(found[at + 1]?.id).toBe(parentId);
  });
});

describe('readProcProcess', () => {
  it.skipIf(process.platform !== 'linux')('knows nothing of a process that is gone', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    expect(readProcProcess(pid)).toBeUndefined();
  });
});

describe('parsePs', () => {
  it('reads what macOS prints, blanks in arguments and processes without a terminal', () => {
    const text =
      '    1     0      0 ??       Mon Nov  2 09:00:00 2026     /sbin/launchd\n  412   380      0 ttys001  Mon Nov 23 19:40:39 2026     -zsh\n  500 412 0 ttys001 Mon Nov 23 19:41:00 2026 node /a b.js\n';
    expect([...parsePs(text).values()]).toEqual([
      {
        id: 1,
        parentId: 0,
        startedAt: 'Mon-Nov-2-09-00-00-2026',
        hasTerminal: false,
        command: ['/sbin/launchd'],
      },
      {
        id: 412,
        parentId: 380,
        startedAt: 'Mon-Nov-23-19-40-39-2026',
        hasTerminal: true,
        command: ['-zsh'],
      },
      {
        id: 500,
        parentId: 412,
        startedAt: 'Mon-Nov-23-19-41-00-2026',
        hasTerminal: true,
        command: ['node', '/a', 'b.js'],
      },
    ]);
  });

  it('passes over lines that say nothing', () => {
    expect(parsePs('ps: illegal option\n\n').size).toBe(0);
  });
});
