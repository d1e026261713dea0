import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import { redact } from '../../src/redaction/redact.ts';
import { builtFile } from '../doors/built-file.ts';
import { realServer } from '../doors/mcp-server.ts';
import { startProcess } from '../doors/start-process.ts';
import { some } from '../effort.ts';
import { type Canary, canariesFor } from './canaries.ts';
import { leftOf, secretShapes } from './secret-shapes.ts';

let folder: string;
let repository: string;
let home: string;
const planted: Canary[] = [];
const pieceLength = 8;
const pieces = new Set<string>();
const printed: string[] = [];
const session = ['ghp', 'q7Zk2mX9vB4tR8nW3pL5sD1cH6jF0gT2yU7e'].join('_');

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'afterwit-test-')));
  repository = join(folder, 'kettle');
  home = join(folder, 'home');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...words], {
      cwd: folder,
      stdio: 'ignore',
    });
  git('init', '-q', '-b', 'main', repository);
  writeFileSync(join(repository, 'boil.js'), 'export const boil = 100;\n');
  git('-C', repository, 'add', '.');
  git('-C', repository, 'commit', '-qm', 'boil');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A text with one canary of each kind, which are looked for at the end. */
function plant(channel: string): string {
  const canaries = canariesFor(channel);
  planted.push(...canaries);
  return canaries.map(({ text }) => text).join('\n');
}

function addPieces(secret: string): void {
  for (let at = 0; at + pieceLength <= secret.length; at++) pieces.add(secret.slice(at, at + pieceLength));
}

/** Texts with a secret of every shape that is known by itself, several to a text; notes every piece of eight of each secret. */
function plantShapes(channel: string, atOnce = 60): readonly string[] {
  const known = secretShapes
    .map(({ name, plant: plantShape }) => plantShape(`${channel} ${name}`))
    .filter(({ text, secret }) => leftOf(secret, redact(text)) === undefined);
  // Words of a phrase stand in many a text.
  for (const { secret } of known)
    for (const part of secret.split('\n')) if (!/^[a-z ]+$/.test(part)) addPieces(part);
  // Lines between the texts keep two of them from making another secret together.
  const texts = Array.from({ length: Math.ceil(known.length / atOnce) }, (_, number) =>
    known
      .slice(number * atOnce, (number + 1) * atOnce)
      .map(({ text }) => text)
      .join('\n\n.\n\n'),
  );
  return some(texts, channel.length);
}

/** Pieces of secrets in a text. A number for each place tells most of them apart: strings of millions of places take seconds. */
function piecesIn(text: string): readonly string[] {
  const isMarked = new Uint8Array(1 << 22);
  const numberAt = (letters: string, start: number) => {
    let number = 0;
    for (let at = start; at < start + pieceLength; at++)
      number = (Math.imul(number, 31) + letters.charCodeAt(at)) | 0;
    return number & (isMarked.length - 1);
  };
  for (const piece of pieces) isMarked[numberAt(piece, 0)] = 1;
  const found = new Set<string>();
  for (let at = 0; at + pieceLength <= text.length; at++) {
    if (isMarked[numberAt(text, at)] === 0) continue;
    const piece = text.slice(at, at + pieceLength);
    if (pieces.has(piece)) found.add(piece);
  }
  return [...found];
}

function failure(channel: string) {
  return {
    command: `curl -H "${canariesOf(channel, 'header')}" && npm test`,
    output: `Error: Cannot find module './dist/index.js'\n${plant(`${channel} output`)}\nError: failed with ${plant(`${channel} error`)}`,
    exitCode: 1,
  };
}

function canariesOf(channel: string, kind: string): string {
  const found = canariesFor(`${channel} command`).filter((canary) => canary.kind.startsWith(kind));
  planted.push(...found);
  return found[0]?.text ?? '';
}

const say = (value: unknown): void => void printed.push(JSON.stringify(value));

async function run(words: readonly string[], input: string): Promise<void> {
  const environment = { HOME: folder, AFTERWIT_HOME: home, AFTERWIT_LOGGING_LEVEL: 'debug' };
  const { stdout, stderr } = await startProcess(words, { cwd: repository, input, environment }).ended;
  printed.push(stdout, stderr);
}

function runCommand(words: readonly string[], input = ''): Promise<void> {
  return run([builtFile('bin.js'), ...words], input);
}

const ada = { kind: 'user', name: 'ada', source: 'library' } as const;

test('secrets that reach the library stay out of what it keeps and gives back', async () => {
  await using memory = await openMemory({
    repository,
    home,
    speaker: ada,
    settings: { 'logging.level': 'debug' },
  });
  say(
    await memory.remember({
      content: plant('content'),
      title: plant('title').slice(0, 60),
      tags: [plant('tag')],
    }),
  );
  say(await memory.remember({ content: `Build first. ${plant('fix')}`, failure: failure('remember') }));
  say(await memory.recall({ query: plant('query') }));
  for (const content of plantShapes('library')) say(await memory.remember({ content }));
  for (const output of plantShapes('output'))
    say(await memory.recall({ failure: { command: 'make', output, exitCode: 2 }, moment: 'after_failure' }));
  const speaker = { kind: 'agent', name: 'kettle', source: 'library', session } as const;
  say(await memory.remember({ content: 'Descale it monthly', speaker }));
  say(await memory.recall({ query: 'descale', speaker }));
  say(await memory.recall({ failure: failure('recall'), moment: 'after_failure' }));
  for (const request of [
    { content: '', title: plant('refused') },
    { content: 'x', files: [plant('file')] },
  ]) {
    await memory.remember(request).catch((fault) => printed.push(String(fault.code)));
  }
  await using opened = await openHome({ home, repository, speaker: ada });
  say(await opened.why());
  say(await opened.list());
  const [item] = (await opened.list()).items;
  say(await opened.approve(item?.id ?? '', { content: `Now with ${plant('revised')}` }));
  say(await opened.backUp());
});

test('secrets that reach the command line, the hook and the server stay out too', async () => {
  await runCommand(
    ['remember', plant('cli words'), '--command', 'npm test', '--failure', '-'],
    failure('cli').output,
  );
  await runCommand(['recall', '-', '--json'], plant('cli question'));
  await runCommand(['why']);
  await runCommand(['list', '--all', '--json']);
  const { command, output } = failure('hook');
  const input = {
    session_id: session,
    transcript_path: join(folder, 'none.jsonl'),
    cwd: repository,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 't1',
    error: `Exit code 1\n${output}`,
  };
  await run([builtFile('hooks/claude-code.js')], JSON.stringify(input));
  await run([builtFile('hooks/claude-code.js')], JSON.stringify(input).slice(0, -20));
  for (const [number, error] of plantShapes('hook').entries())
    await run(
      [builtFile('hooks/claude-code.js')],
      JSON.stringify({ ...input, tool_use_id: `s${number}`, error: `Exit code 1\nError: no\n${error}` }),
    );
  await run(
    [builtFile('hooks/claude-code.js')],
    JSON.stringify({
      session_id: session,
      cwd: repository,
      hook_event_name: 'SessionStart',
      source: 'startup',
    }),
  );

  const client = new Client({ name: 'canary', version: '1' });
  const server = realServer('--repo', repository, '--home', home);
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  say(
    await client.callTool({
      name: 'remember',
      arguments: { content: plant('mcp content'), failure: failure('mcp') },
    }),
  );
  say(await client.callTool({ name: 'recall', arguments: { query: plant('mcp query') } }));
  say(
    await client.callTool({
      name: 'recall',
      arguments: { query: 3, [plant('mcp argument').slice(0, 80)]: 1 },
    }),
  );
  for (const content of plantShapes('mcp'))
    say(await client.callTool({ name: 'remember', arguments: { content } }));
  await client.close();
});

test('secrets told of known failures, and taken in with memories, stay out too', async () => {
  const { output: log } = failure('record');
  const details = ['symptom', 'cause', 'rule', 'verify', 'context', 'applies-when', 'changed'] as const;
  const told = details.flatMap((name) => [`--${name}`, `${name} ${plant(name)}`]);
  await runCommand(['remember', plant('recorded fix'), '--failure', '-', ...told], log);
  await runCommand(
    ['recall', '--failure', '-', '--command', `curl ${plant('match command')}`],
    failure('match').output,
  );
  await runCommand(['remember', 'x', '--avoid', plant('strategy')]);
  await runCommand(['guardrails', plant('planned work'), '--json']);
  const line = {
    content: plant('line content'),
    extra: { token: plant('line extra') },
    tags: [plant('line tag')],
  };
  await runCommand(['import', '-', '--scope', 'repo'], `${JSON.stringify(line)}\n${plant('no JSON')}\n`);
  await runCommand(['export', '--all']);
});

test('not one of them is in any file or answer', () => {
  const files = filesIn(home).map((path) => [path, readFileSync(path).toString('latin1')] as const);
  expect(files.length).toBeGreaterThan(3);
  expect(planted.length).toBeGreaterThanOrEqual(200);
  const kept = files.map(([path, content]) => [path.slice(home.length), content] as const);
  const found = planted.flatMap(({ kind, secret }) =>
    [...kept, ['what was printed', printed.join('\n')] as const]
      .filter(([, content]) => content.includes(secret))
      .map(([place]) => `${kind} in ${place}`),
  );
  expect(found).toEqual([]);
  addPieces(session);
  const everything = [...kept.map(([, content]) => content), ...printed].join('\n');
  expect(piecesIn(everything)).toEqual([]);
  // The test would pass as well if nothing were kept at all.
  expect(printed.join('\n')).toContain('[redacted:');
  expect(kept.some(([, content]) => content.includes('[redacted:'))).toBe(true);
});

function filesIn(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const place = join(path, name);
    return statSync(place).isDirectory() ? filesIn(place) : [place];
  });
}
