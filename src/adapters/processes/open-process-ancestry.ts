import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import type { ProcessAncestry, ProcessFacts } from '../../ports/system.ts';

/** Most shells through which a program is started. */
const mostLevels = 64;

/** The processes above this one. Windows tells none. */
export function openProcessAncestry(): ProcessAncestry {
  return {
    read: () => climb(process.pid, existsSync('/proc/self/stat') ? procReader() : reader()),
  };
}

/** Nothing where `/proc` is that of another namespace, in which our number is another process's. */
function procReader(): (id: number) => ProcessFacts | undefined {
  return readLink('/proc/self') === String(process.pid) ? readProcProcess : () => undefined;
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function reader(): (id: number) => ProcessFacts | undefined {
  if (process.platform === 'win32') return () => undefined;
  const processes = readPsProcesses();
  return (id) => processes.get(id);
}

function climb(start: number, read: (id: number) => ProcessFacts | undefined): readonly ProcessFacts[] {
  const found: ProcessFacts[] = [];
  for (let id = start; id > 0 && found.length < mostLevels; ) {
    const facts = read(id);
    if (facts === undefined) break;
    found.push(facts);
    id = facts.parentId;
  }
  return found;
}

/** Fields of `/proc/PID/stat` behind the name of the program, which may itself hold blanks and brackets (proc(5)). */
const fields = { parent: 1, session: 3, terminal: 4, start: 19 } as const;
const longestCommand = 8_192;

/** A process of Linux; undefined when it ended, or `/proc` is not there. */
export function readProcProcess(id: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return {
      id,
      parentId: Number(rest[fields.parent]),
      sessionId: Number(rest[fields.session]),
      isPrivileged: isPrivileged(id),
      startedAt: `${rest[fields.start] ?? ''}${namespaceOfProcesses()}`,
      hasTerminal: Number(rest[fields.terminal]) !== 0,
      command: readCommand(id) ?? [name],
    };
  } catch {
    return undefined;
  }
}

/** The first process namespace of a machine; a user can choose the numbers and times in another (pid_namespaces(7)). */
const firstNamespace = 'pid:[4026531836]';

function namespaceOfProcesses(): string {
  const link = readLink('/proc/self/ns/pid');
  return link === undefined || link === firstNamespace ? '' : `-${link.replace(/\D+/g, '')}`;
}

/** By the effective user; a user namespace has its maker as administrator (user_namespaces(7)). */
function isPrivileged(id: number): boolean {
  const effective = /^Uid:\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1];
  return effective === '0' && /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'latin1'));
}

/** Absent for a process of another user, and for threads of the kernel. */
function readCommand(id: number): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${id}/cmdline`, 'utf8').slice(0, longestCommand);
    const words = text.split('\0').filter((word) => word !== '');
    return words.length === 0 ? undefined : words;
  } catch {
    return undefined;
  }
}

const timeoutMs = 2_000;
const mostBytes = 16_777_216;

/** All processes of a system with `ps` (macOS, BSD), by id; empty when it cannot be asked. */
function readPsProcesses(): ReadonlyMap<number, ProcessFacts> {
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
      startedAt: startedAt.replace(/\W+/g, '-'),
      hasTerminal: !terminal.startsWith('?') && terminal !== '-',
      command: command.split(' ').filter((word) => word !== ''),
    });
  }
  return processes;
}
