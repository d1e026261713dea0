import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SetupAgent } from '../../src/model/answers/setup-report.ts';
import type { Step } from './script.ts';

/** A real agent, as it is installed from npm. */
export interface PlayedAgent {
  readonly name: string;
  /** Its name in `afterwit setup --agent`. */
  readonly agent: SetupAgent;
  readonly release: string;
  /** Words that start one turn without a terminal. */
  readonly words: (request: ClientRequest) => readonly string[];
  readonly environment: (request: ClientRequest) => Readonly<Record<string, string>>;
  /** Calls of its tools. */
  readonly shell: (command: string) => Step;
  readonly edit: (path: string, before: string, after: string) => Step;
}

/** One that everything is played with. */
export interface Client extends PlayedAgent {
  readonly agent: 'claude-code' | 'codex';
  readonly mcp: (tool: string, input: object) => Step;
  /** Has another agent do this; its turns are the next of the script. */
  readonly subagent: (prompt: string) => Step;
}

export interface ClientRequest {
  readonly prompt: string;
  readonly modelUrl: string;
  /** Go on with the last session of the folder. */
  readonly resume: boolean;
  /** Run hooks that no person has reviewed, where the client asks for that. */
  readonly trusted: boolean;
  /** Wait for MCP servers before the first request: a scripted model answers sooner than any server starts. */
  readonly waits: boolean;
  /** More words of the client's own. */
  readonly more: readonly string[];
}

export const call = (name: string, input: object, namespace?: string): Step => ({
  blocks: [{ kind: 'call', name, input, ...(namespace === undefined ? {} : { namespace }) }],
});

function claudeCode(folder: string, name = '@anthropic-ai/claude-code'): Client {
  const { version, path } = find(folder, name);
  const platform = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  const program = join(dirname(createRequire(path).resolve(`${platform}/package.json`)), 'claude');
  return {
    name: `Claude Code ${version}`,
    agent: 'claude-code',
    release: version,
    words: ({ prompt, resume, more }) => [
      ...[program, '--print', prompt, '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions'],
      ...(resume ? ['--continue'] : []),
      ...more,
    ],
    environment: ({ modelUrl, waits }) => ({
      ...(waits ? { MCP_CONNECTION_NONBLOCKING: '0' } : {}),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Else it refuses to skip permissions for root, which CI is.
      IS_SANDBOX: '1',
    }),
    shell: (command) => call('Bash', { command }),
    edit: (file_path, old_string, new_string) => call('Edit', { file_path, old_string, new_string }),
    mcp: (tool, input) => call(`mcp__afterwit__${tool}`, input),
    subagent: (prompt) => call('Agent', { prompt, description: 'A task', subagent_type: 'general-purpose' }),
  };
}

function codex(folder: string, name = '@openai/codex'): Client {
  const { version, path } = find(folder, name);
  return {
    name: `Codex ${version}`,
    agent: 'codex',
    release: version,
    words: ({ prompt, modelUrl, resume, trusted, more }) => [
      ...[process.execPath, join(dirname(path), 'bin/codex.js'), 'exec', '--skip-git-repo-check'],
      ...['--dangerously-bypass-approvals-and-sandbox', '--disable', 'plugins'],
      ...(trusted ? ['--dangerously-bypass-hook-trust'] : []),
      ...['-c', 'model_provider=scripted', '-c', 'model=gpt-5.5', '-c', providerOf(modelUrl)],
      ...more,
      ...(resume ? ['resume', '--last'] : []),
      prompt,
    ],
    environment: () => ({ SCRIPTED_KEY: 'none' }),
    shell: (cmd) => call('exec_command', { cmd }),
    edit: (path, before, after) => ({
      blocks: [{ kind: 'text-call', name: 'apply_patch', input: patchOf(path, before, after) }],
    }),
    mcp: (tool, input) => call(tool, input, 'mcp__afterwit'),
    subagent: (message) => call('spawn_agent', { message }),
  };
}

const providerOf = (modelUrl: string): string =>
  `model_providers.scripted={name="scripted",base_url="${modelUrl}/v1",env_key="SCRIPTED_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`;

function patchOf(path: string, before: string, after: string): string {
  const lines = (sign: string, text: string): string[] => text.split('\n').map((line) => `${sign}${line}`);
  return [
    '*** Begin Patch',
    `*** Update File: ${path}`,
    '@@',
    ...lines('-', before),
    ...lines('+', after),
    '*** End Patch',
  ].join('\n');
}

interface Installed {
  readonly version: string;
  readonly path: string;
}

export function find(folder: string, name: string): Installed {
  const path = join(folder, 'node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as Pick<Installed, 'version'>;
  return { version, path };
}

/** Folder that `scripts/clients.ts` installed the clients in. */
export const { AFTERWIT_CLIENTS: folder = '' } = process.env;

/** Why nothing can be played here; undefined where it can. */
export const whyNotPlayed = reason();

function reason(): string | undefined {
  if (folder === '') return 'AFTERWIT_CLIENTS names no folder; node scripts/clients.ts installs them';
  if (!existsSync(join(folder, 'node_modules/@openai/codex'))) return `no clients in ${folder}`;
  const missing = ['tmux', 'git'].find(
    (name) => !(process.env.PATH ?? '').split(':').some((place) => existsSync(join(place, name))),
  );
  return missing === undefined ? undefined : `${missing} is not installed`;
}

/** The releases that every check is played with. */
export const clients: readonly Client[] =
  whyNotPlayed === undefined ? [claudeCode(folder), codex(folder)] : [];

/** Others, older and newer, that the core is played with. */
export const otherReleases: readonly Client[] =
  whyNotPlayed === undefined
    ? [
        claudeCode(folder, 'claude-code-older'),
        claudeCode(folder, 'claude-code-newer'),
        codex(folder, 'codex-older'),
      ]
    : [];
