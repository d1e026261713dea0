import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile } from '../doors/built-file.ts';
import { startProcess } from '../doors/start-process.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { endedCommand } from './hook-inputs.ts';

/** Logs, as the hook ends, each file that it loaded, and whether it loaded Node's database. */
const noteLoaded = `process.once('exit', () => {
  const loaded = Object.keys(require.cache).filter((file) => file !== __filename);
  if (process.moduleLoadList.includes('NativeModule sqlite')) loaded.push('node:sqlite');
  process.getBuiltinModule('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(loaded));
});`;

/** Reports of an agent in its own fields. */
function reportsOf(agent = ''): { readonly passed?: object } {
  const path = join(import.meta.dirname, 'reports', `${agent}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** The modules that a call of the built hook loads, and those loaded before it. */
async function loadedBy(
  event: object,
  words: readonly string[],
  before: readonly string[] = [],
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const [note, loaded] = [join(folder, 'note.cjs'), join(folder, 'loaded.json')];
  writeFileSync(note, noteLoaded);
  const first = [note, ...before].flatMap((file) => ['--require', file]);
  const { status } = await startProcess([...first, builtFile('hooks/claude-code.js'), ...words], {
    input: JSON.stringify(event),
    environment: { HOME: folder, AFTERWIT_HOME: join(folder, 'home'), LOADED: loaded },
  }).ended;
  expect(status).toBe(0);
  const files = JSON.parse(readFileSync(loaded, 'utf8')) as readonly string[];
  return files.map((file) => basename(file).replace(/-[0-9a-f]{8}[.]js$/, '.js')).sort();
}

// Most commands of an agent succeed, and each of them starts the hook.
it.each([
  ['Claude Code', []],
  ['Codex', ['--agent', 'codex']],
  ['Gemini CLI', ['--agent', 'gemini-cli']],
  ['Copilot CLI', ['--agent', 'copilot-cli']],
])('loads nothing of a recall, and no database, for what %s need not be told', async (_, words) => {
  const { passed = {} } = reportsOf(words[1]);
  for (const event of [
    passed,
    endedCommand(),
    endedCommand(undefined, { hook_event_name: 'Notification' }),
    {},
  ])
    expect(await loadedBy(event, words)).toEqual(['claude-code.js']);
});

it.each([
  ['UserPromptSubmit', { prompt: 'Fix the reader: it leaves the archive open when check_sums raises' }],
  ['PreToolUse', { tool_name: 'Edit', tool_input: { file_path: 'src/boil.js' } }],
  ['PreCompact', { trigger: 'manual' }],
])('loads what tells at %s', async (hook_event_name, told) => {
  const event = endedCommand(undefined, { hook_event_name, ...told });
  expect(await loadedBy(event, [])).toContain('tell-moment.js');
});

it('would be seen to load them', async () => {
  const loaded = await loadedBy(endedCommand(), [], [builtFile('hooks/hook-recall.js')]);
  expect(loaded).toEqual(['claude-code.js', 'hook-recall.js', 'node:sqlite']);
});
