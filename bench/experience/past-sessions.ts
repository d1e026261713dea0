import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitBytes, runGit } from '../locate/run-git.ts';

/** Where sessions and tasks are kept. */
export const sources = { tasks: 'jiayuanz3/SWEContextBench', runs: 'gruckion/mini-swe-agent' } as const;

/** Repositories of which these data may be read; of all others nothing is. */
const readable = [
  'pallets/flask',
  'psf/requests',
  'mwaskom/seaborn',
  'pydata/xarray',
  'pylint-dev/pylint',
  'pytest-dev/pytest',
  'sphinx-doc/sphinx',
];

/** `pallets__flask-4045`: its repository, and the number of its pull request. */
export function readTaskName(name: string): { readonly repo: string; readonly number: number } | undefined {
  const [, owner = '', project = '', number = ''] = /^([\w.-]+)__([\w.-]+)-(\d+)$/.exec(name) ?? [];
  const repo = `${owner}/${project}`;
  return readable.includes(repo) ? { repo, number: Number(number) } : undefined;
}

export function pathsIn(gitDirectory: string, folder: string): readonly string[] {
  return runGit(gitDirectory, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', folder])
    .split('\0')
    .filter(Boolean);
}

/** A session of an earlier task, as a transcript of Claude Code. */
export interface PastSession {
  /** That of its task. */
  readonly name: string;
  readonly request: string;
  readonly baseCommit?: string | undefined;
  readonly repo: string;
  /** As the transcript names it. */
  readonly session: string;
  readonly path: string;
}

const headBytes = 20_000;

/** Sessions of readable repositories, copied to a folder of their own; only the task's name of others is read. */
export function readClaudeSessions(gitDirectory: string, into: string): readonly PastSession[] {
  const folder = 'cases/SWEContextBench Lite Past Experience/';
  return pathsIn(gitDirectory, folder).flatMap((path) => {
    const bytes = gitBytes(gitDirectory, ['show', `HEAD:${path}`]);
    const head = bytes.subarray(0, headBytes).toString('utf8');
    const [, name = ''] = /instance_id: ([\w.-]+__[\w.-]+-\d+)/.exec(head) ?? [];
    if (readTaskName(name) === undefined) return [];
    const lines = bytes.toString('utf8').split('\n').filter(Boolean);
    const asked = lines
      .map((line) => JSON.parse(line))
      .find((line) => typeof line.message?.content === 'string');
    const request = String(asked?.message.content ?? '');
    const [, baseCommit] = /base_commit: ([0-9a-f]{40})/.exec(request) ?? [];
    return [keep({ name, request, baseCommit, session: String(asked?.sessionId) }, lines, into)];
  });
}

/** Runs of mini-swe-agent on readable repositories, put as Claude Code would have written them down. */
export function readMiniRuns(gitDirectory: string, into: string): readonly PastSession[] {
  return pathsIn(gitDirectory, 'swebench_results/').flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.traj\.json$/, '');
    if (!path.endsWith('.traj.json') || readTaskName(name) === undefined) return [];
    const { messages } = JSON.parse(runGit(gitDirectory, ['show', `HEAD:${path}`]));
    const session = `mini-${name}`;
    return [
      keep({ name, request: textOf(messages[1]?.content), session }, asTranscript(messages, session), into),
    ];
  });
}

function keep(task: Omit<PastSession, 'repo' | 'path'>, lines: readonly string[], into: string): PastSession {
  const repo = readTaskName(task.name)?.repo ?? '';
  const folder = join(into, repo.replace('/', '__'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${task.session}.jsonl`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return { ...task, repo, path };
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A shell command becomes a call, its output the result; the request is the first message of a user. */
function asTranscript(messages: readonly Message[], sessionId: string): readonly string[] {
  const common = { cwd: '/testbed', sessionId, version: 'mini', timestamp: '2025-11-18T12:00:00.000Z' };
  let call = 0;
  return messages.slice(1).map(({ role, content }) => {
    const text = textOf(content);
    const line = (type: string, told: unknown) =>
      JSON.stringify({ ...common, type, message: { role: type, content: told } });
    if (role === 'assistant') {
      const [, command] = /```bash\n([\s\S]*?)\n```/.exec(text) ?? [];
      call += 1;
      const said = { type: 'text', text: text.replace(/```bash\n[\s\S]*?\n```/, '') };
      const run = { type: 'tool_use', id: `call-${call}`, name: 'Bash', input: { command } };
      return line('assistant', command === undefined ? [said] : [said, run]);
    }
    if (call === 0) return line('user', text);
    const [, code = '0'] = /<returncode>(-?\d+)<\/returncode>/.exec(text) ?? [];
    const output = text
      .replace(/<returncode>-?\d+<\/returncode>/, '')
      .replaceAll(/<\/?output(?:_head|_tail)?>/g, '');
    const result = {
      ...{ type: 'tool_result', tool_use_id: `call-${call}`, is_error: code !== '0' },
      content: code === '0' ? output : `Exit code ${code}\n${output}`,
    };
    return line('user', [result]);
  });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => String(part.text ?? '')).join('\n') : '';
}
