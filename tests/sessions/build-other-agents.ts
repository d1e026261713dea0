import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** One thing that happens in a session of Gemini CLI or OpenCode. */
export type OtherStep =
  | { readonly user: string }
  | { readonly agent: string }
  | { readonly run: string; readonly output: string; readonly exitCode?: number }
  | { readonly edit: string; readonly before: string; readonly after: string }
  /** The person refuses the command. */
  | { readonly refused: string };

export interface OtherSession {
  readonly home: string;
  readonly session: string;
  readonly directory: string;
  readonly isSubagent?: true;
}

const startedAtMs = Date.UTC(2026, 1, 3, 10);

const diffOf = (path: string, before: string, after: string): string =>
  [`Index: ${path}`, `--- ${path}`, `+++ ${path}`, '@@ -4,1 +4,1 @@', `-${before}`, `+${after}`, ''].join(
    '\n',
  );

/** Writes a session as Gemini CLI 0.61.0 does: a message with calls is written before and after them. */
export function writeGeminiSession(
  { home, session, directory, isSubagent }: OtherSession,
  steps: readonly OtherStep[],
): string {
  const time = (place: number) => new Date(startedAtMs + place * 1_000).toISOString();
  const kind = isSubagent ? 'subagent' : 'main';
  const context = `<session_context>\nThis is the Gemini CLI.\n- **Workspace Directories:**\n  - ${directory}\n  - /elsewhere\n- **Directory Structure:**\n</session_context>`;
  const lines: unknown[] = [
    { sessionId: session, projectHash: 'f00', startTime: time(0), lastUpdated: time(0), kind },
    {
      $set: { messages: [{ id: 'c', timestamp: time(0), type: 'user', content: [{ text: context }] }] },
    },
  ];
  for (const [place, step] of steps.entries()) {
    const head = { id: `m${place}`, timestamp: time(place) };
    if ('user' in step) lines.push({ ...head, type: 'user', content: [{ text: step.user }] });
    else if ('agent' in step) lines.push({ ...head, type: 'gemini', content: step.agent });
    else {
      const call = geminiCall(step, `call-${place}`, directory);
      const { result } = call;
      lines.push({ ...head, type: 'gemini', content: '' }, { ...head, type: 'gemini', toolCalls: [call] });
      lines.push({ ...head, id: `r${place}`, type: 'user', content: result });
      // A later release, and an earlier one, write it once more.
      lines.push({ ...head, type: 'gemini', toolCalls: [call], tokens: {} });
    }
    lines.push({ $set: { lastUpdated: time(place) } });
  }
  const path = join(home, '.gemini/tmp/pot/chats', `session-${session}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

function geminiCall(step: Exclude<OtherStep, { user: string } | { agent: string }>, id: string, top: string) {
  const answer = (name: string, response: object) => [{ functionResponse: { id, name, response } }];
  if ('edit' in step) {
    const args = { file_path: step.edit, old_string: step.before, new_string: step.after };
    const resultDisplay = { filePath: step.edit, fileDiff: diffOf(step.edit, step.before, step.after) };
    const result = answer('replace', { output: 'Successfully modified file' });
    return { id, name: 'replace', args, status: 'success', result, resultDisplay };
  }
  const name = 'run_shell_command';
  if ('refused' in step) {
    const result = answer(name, { error: '[Operation Cancelled] Reason: User did not allow tool call' });
    return { id, name, args: { command: step.refused }, status: 'cancelled', result };
  }
  const code = step.exitCode ? `\nExit Code: ${step.exitCode}` : '';
  const printed = `Output: ${step.output || '(empty)'}${code}\nProcess Group PGID: 31`;
  const result = answer(name, { output: `<untrusted_context>\n${printed}\n</untrusted_context>` });
  return { id, name, args: { command: step.run, dir_path: top }, status: 'success', result };
}

/** Writes a session as OpenCode 1.18.33 does, into the tables that it has for sessions. */
export function writeOpenCodeSession(
  { home, session, directory, isSubagent }: OtherSession,
  steps: readonly OtherStep[],
): string {
  const path = join(home, '.local/share/opencode/opencode.db');
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, time_updated INTEGER);
    CREATE TABLE IF NOT EXISTS message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE IF NOT EXISTS part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);`);
  const insert = (table: string, ...values: (string | number | null)[]) =>
    database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${values.map(() => '?')})`).run(...values);
  insert('session', session, isSubagent ? 'ses_parent' : null, directory, startedAtMs + steps.length);
  for (const [place, step] of steps.entries()) {
    const id = `${session}_${String(place).padStart(4, '0')}`;
    const atMs = startedAtMs + place * 1_000;
    const role = 'user' in step ? 'user' : 'assistant';
    insert('message', `msg_${id}`, session, atMs, JSON.stringify({ role, path: { cwd: directory } }));
    insert('part', `prt_${id}_0`, `msg_${id}`, session, atMs, JSON.stringify({ type: 'step-start' }));
    insert('part', `prt_${id}_1`, `msg_${id}`, session, atMs, JSON.stringify(openCodePart(step, id)));
  }
  database.close();
  return join(path, session);
}

function openCodePart(step: OtherStep, callID: string): object {
  if ('user' in step) return { type: 'text', text: step.user };
  if ('agent' in step) return { type: 'text', text: step.agent };
  const part = (tool: string, state: object) => ({ type: 'tool', tool, callID, state });
  if ('refused' in step)
    return part('bash', {
      status: 'error',
      input: { command: step.refused },
      error: 'The user rejected it.',
    });
  if ('edit' in step)
    return part('edit', {
      ...{ status: 'completed', output: 'Edit applied successfully.' },
      input: { filePath: step.edit, oldString: step.before, newString: step.after },
      metadata: { diff: diffOf(step.edit, step.before, step.after) },
    });
  return part('bash', {
    ...{ status: 'completed', input: { command: step.run }, output: step.output || '(no output)' },
    metadata: { exit: step.exitCode ?? 0 },
  });
}
