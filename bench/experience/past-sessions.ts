import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitBytes, runGit } from '../locate/run-git.ts';
import { type PastTask, readTaskName } from './linked-tasks.ts';

/** A session of an earlier task, as a transcript of Claude Code. */
export interface PastSession extends PastTask {
  readonly repo: string;
  /** As the transcript names it. */
  readonly session: string;
  readonly path: string;
}

/** Where they are kept. */
export const sources = { tasks: 'jiayuanz3/SWEContextBench', runs: 'gruckion/mini-swe-agent' } as const;

type Line = Readonly<Record<string, unknown>>;

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
    return [keep({ name, request, baseCommit, session: String(asked?.sessionId) }, lines.join('\n'), into)];
  });
}

/** Runs of mini-swe-agent on readable repositories, put as Claude Code would have written them down. */
export function readMiniRuns(gitDirectory: string, into: string): readonly PastSession[] {
  return pathsIn(gitDirectory, 'swebench_results/').flatMap((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.traj\.json$/, '');
    if (!path.endsWith('.traj.json') || readTaskName(name) === undefined) return [];
    const { messages } = JSON.parse(runGit(gitDirectory, ['show', `HEAD:${path}`]));
    const session = `mini-${name}`;
    const lines = asTranscript(messages, session);
    return [
      keep(
        { name, request: textOf(messages[1]?.content), session },
        lines.map((line) => JSON.stringify(line)).join('\n'),
        into,
      ),
    ];
  });
}

function pathsIn(gitDirectory: string, folder: string): readonly string[] {
  return runGit(gitDirectory, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', folder])
    .split('\0')
    .filter(Boolean);
}

function keep(task: Omit<PastSession, 'repo' | 'path'>, text: string, into: string): PastSession {
  const repo = readTaskName(task.name)?.repo ?? '';
  const folder = join(into, repo.replace('/', '__'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${task.session}.jsonl`);
  writeFileSync(path, `${text}\n`);
  return { ...task, repo, path };
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** A shell command becomes a call, its output the result; the request is the first message of a user. */
function asTranscript(messages: readonly Message[], sessionId: string): readonly Line[] {
  const common = { cwd: '/testbed', sessionId, version: 'mini', timestamp: '2025-11-18T12:00:00.000Z' };
  const lines: Line[] = [];
  let call = 0;
  for (const { role, content } of messages.slice(1)) {
    const text = textOf(content);
    if (role === 'assistant') {
      const [, command] = /```bash\n([\s\S]*?)\n```/.exec(text) ?? [];
      call += 1;
      const said = { type: 'text', text: text.replace(/```bash\n[\s\S]*?\n```/, '') };
      const run = { type: 'tool_use', id: `call-${call}`, name: 'Bash', input: { command } };
      lines.push({
        ...common,
        type: 'assistant',
        message: { role, content: command === undefined ? [said] : [said, run] },
      });
    } else if (call === 0) lines.push({ ...common, type: 'user', message: { role: 'user', content: text } });
    else {
      const [, code = '0'] = /<returncode>(-?\d+)<\/returncode>/.exec(text) ?? [];
      const output = text
        .replace(/<returncode>-?\d+<\/returncode>/, '')
        .replaceAll(/<\/?output(?:_head|_tail)?>/g, '');
      const result = {
        type: 'tool_result',
        tool_use_id: `call-${call}`,
        content: code === '0' ? output : `Exit code ${code}\n${output}`,
        is_error: code !== '0',
      };
      lines.push({ ...common, type: 'user', message: { role: 'user', content: [result] } });
    }
  }
  return lines;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => String(part.text ?? '')).join('\n') : '';
}
