import type { SetupAgent } from '../../model/answers/setup-report.ts';
import type { SettingsPart } from '../../ports/settings-part.ts';
import { jsonServer } from './json-server.ts';

/** Where the server stands in the settings of the agents that keep them in JSON. Codex keeps TOML. */
export const agentServers: Readonly<Record<Exclude<SetupAgent, 'codex'>, SettingsPart>> = {
  'claude-code': jsonServer('mcpServers'),
  cursor: jsonServer('mcpServers', 'json-with-comments'),
  'gemini-cli': jsonServer('mcpServers', 'json-with-comments'),
  vscode: jsonServer('servers', 'json-with-comments'),
  'copilot-cli': jsonServer('mcpServers'),
  opencode: jsonServer('mcp', 'json-with-comments'),
  windsurf: jsonServer('mcpServers'),
};
