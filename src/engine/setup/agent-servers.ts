import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import type { SettingsPart } from '../../ports/settings-files.ts';
import { jsonServer } from './json-server.ts';

/** Our server in the settings of an agent that keeps them in JSON. Codex keeps TOML. */
export function agentServer(agent: Exclude<SetupAgent, 'codex'>): SettingsPart {
  const { member, hasComments } = agents[agent].server;
  return jsonServer(member, hasComments ? 'json-with-comments' : 'json');
}
