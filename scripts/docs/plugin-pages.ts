import { readFileSync } from 'node:fs';
import { agentHookPart } from '../../src/engine/setup/hook-settings.ts';
import type { JsonObject } from '../../src/ports/settings-files.ts';
import type { Page } from './page.ts';

/** As long as `setup` gives a hook. */
const timeout = 5;
const hookFile = 'dist/hooks/claude-code.js';
const serverFile = 'dist/bin.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly mcpName: string;
}

/**
 * What makes the published package a plugin of Claude Code and of Codex, and an entry of the MCP registry: the same hooks and server that
 * `setup` writes, by paths in the package, under its version.
 */
export const pluginPages: readonly Page[] = [
  page('.claude-plugin/plugin.json', (manifest) => ({
    ...described(manifest),
    hooks: './plugin/claude-code-hooks.json',
    mcpServers: './plugin/claude-code-servers.json',
  })),
  page('.claude-plugin/marketplace.json', ({ name, description }) => ({
    name,
    description,
    owner: { name },
    plugins: [{ name, description, source: { source: 'npm', package: name } }],
  })),
  // Processes: what a server of a plugin is called by a hook is not written down anywhere.
  page('plugin/claude-code-hooks.json', () =>
    hooks('claude-code', {
      type: 'command',
      command: 'node',
      args: [`\${CLAUDE_PLUGIN_ROOT}/${hookFile}`],
      timeout,
    }),
  ),
  page('plugin/claude-code-servers.json', ({ name }) => ({
    mcpServers: { [name]: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/${serverFile}`, 'mcp'] } },
  })),
  page('.codex-plugin/plugin.json', (manifest) => ({
    ...described(manifest),
    skills: './skills/',
    hooks: './plugin/codex-hooks.json',
    mcpServers: './plugin/codex-servers.json',
    interface: {
      displayName: manifest.name,
      shortDescription: manifest.description,
      category: 'Productivity',
    },
  })),
  page('plugin/codex-hooks.json', ({ name }) =>
    hooks('codex', {
      cold: {
        type: 'command',
        command: `node "$PLUGIN_ROOT/${hookFile}" --agent codex`,
        commandWindows: `node "%PLUGIN_ROOT%\\${hookFile.replaceAll('/', '\\')}" --agent codex`,
        timeout,
      },
      warm: { type: 'mcp_tool', server: name, tool: 'hook', timeout },
    }),
  ),
  // The command that npm installs: Codex fills no path of the plugin in, and a folder of its own would be taken for the repository.
  page('plugin/codex-servers.json', ({ name }) => ({
    mcpServers: { [name]: { command: name, args: ['mcp'] } },
  })),
  page('server.json', ({ name, version, description, mcpName }) => ({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: name,
    description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  })),
];

function page(path: string, content: (manifest: Manifest) => JsonObject): Page {
  return {
    path,
    render: () => {
      const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
      return `${JSON.stringify(content(manifest), undefined, 2)}\n`;
    },
  };
}

function described({ name, version, description, keywords, license }: Manifest): JsonObject {
  return { name, version, description, author: { name }, license, keywords };
}

function hooks(agent: 'claude-code' | 'codex', entry: JsonObject): JsonObject {
  return JSON.parse(agentHookPart(agent)?.put('{}', entry) ?? '');
}
