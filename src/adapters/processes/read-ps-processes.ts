import { spawnSync } from 'node:child_process';
import type { ProcessFacts } from '../../ports/system.ts';

const timeoutMs = 2_000;
const mostBytes = 16_777_216;

/** All processes of a system with `ps` (macOS, BSD), by id; empty when it cannot be asked. */
export function readPsProcesses(): ReadonlyMap<number, ProcessFacts> {
  const { stdout, status } = spawnSync(
    '/bin/ps',
    ['-A', '-ww', '-o', 'pid=,ppid=,sess=,tty=,lstart=,command='],
    {
      env: { LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: mostBytes,
    },
  );
  return status === 0 ? parsePs(stdout) : new Map();
}

/** Lines such as `412 380 0 ttys001 Mon Nov 23 19:40:39 2026 -zsh`. macOS prints no session id: `0`, or a pointer. */
export function parsePs(text: string): ReadonlyMap<number, ProcessFacts> {
  const processes = new Map<number, ProcessFacts>();
  for (const line of text.split('\n')) {
    const [, id = '', parent = '', , terminal = '', startedAt = '', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+)\s+((?:\S+\s+){4}\d{4})\s+(.*)$/.exec(line) ?? [];
    if (id === '') continue;
    processes.set(Number(id), {
      id: Number(id),
      parentId: Number(parent),
      sessionId: 0,
      startedAt: startedAt.replace(/\W+/g, '-'),
      hasTerminal: !terminal.startsWith('?') && terminal !== '-',
      command: command.split(' ').filter((word) => word !== ''),
    });
  }
  return processes;
}
