import { join } from 'node:path';
import { call, find, folder, type PlayedAgent, whyNotPlayed } from './clients.ts';

// Agents that speak another dialect than the first two, with fewer checks.

function geminiCli(folder: string): PlayedAgent {
  const { version, path } = find(folder, '@google/gemini-cli');
  return {
    name: `Gemini CLI ${version}`,
    agent: 'gemini-cli',
    release: version,
    words: ({ prompt }) => [
      ...[process.execPath, join(path, '../bundle/gemini.js'), '--yolo'],
      ...['--model', 'gemini-2.5-pro', '--prompt', prompt],
    ],
    environment: ({ modelUrl }) => ({
      ...{ GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'none' },
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    shell: (command) => call('run_shell_command', { command }),
    edit: (file_path, old_string, new_string) =>
      call('replace', { file_path, old_string, new_string, instruction: 'Change it.' }),
  };
}

function copilotCli(folder: string): PlayedAgent {
  const { version } = find(folder, '@github/copilot');
  const platform = find(folder, `@github/copilot-${process.platform}-${process.arch}`);
  return {
    name: `Copilot CLI ${version}`,
    agent: 'copilot-cli',
    release: version,
    words: ({ prompt }) => [
      ...[join(platform.path, '../copilot'), '--prompt', prompt],
      ...['--allow-all-tools', '--allow-all-paths'],
    ],
    environment: ({ modelUrl }) => ({
      ...{ COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false', COPILOT_MODEL: 'gpt-4.1' },
      ...{ COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`, COPILOT_PROVIDER_API_KEY: 'none' },
    }),
    shell: (command) => call('bash', { command, description: 'Run it' }),
    edit: (path, old_str, new_str) => call('edit', { path, old_str, new_str }),
  };
}

function openCode(folder: string): PlayedAgent {
  // Its package for one platform alone: the one that chooses among them brings a dozen.
  const { version, path } = find(folder, `opencode-${process.platform}-${process.arch}`);
  return {
    name: `OpenCode ${version}`,
    agent: 'opencode',
    release: version,
    words: ({ prompt }) => [join(path, '../bin/opencode'), 'run', prompt],
    environment: ({ modelUrl }) => ({
      ...{ OPENCODE_DISABLE_AUTOUPDATE: 'true', OPENCODE_DISABLE_MODELS_FETCH: 'true' },
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        ...{ model: 'scripted/scripted', small_model: 'scripted/scripted', permission: { '*': 'allow' } },
        ...{ autoupdate: false, share: 'disabled' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
            models: { scripted: { limit: { context: 100_000, output: 4_000 }, tool_call: true } },
          },
        },
      }),
    }),
    shell: (command) => call('bash', { command, description: 'Run it' }),
    edit: (filePath, oldString, newString) => call('edit', { filePath, oldString, newString }),
  };
}

/** Agents that the core is played with. */
export const otherAgents: readonly PlayedAgent[] =
  whyNotPlayed === undefined ? [geminiCli(folder), copilotCli(folder), openCode(folder)] : [];
