import { agents } from '../../agents/agents.ts';
import type { SetupAgent } from '../../model/answers/setup-report.ts';
import type { SettingsPart } from '../../ports/settings-files.ts';
import {
  codexArguments,
  type WarmCodexEvent,
  type WarmEvent,
  warmArguments,
} from '../moments/warm-report.ts';
import { agentHooks } from './agent-hooks.ts';
import { pluginFile } from './plugin-file.ts';

/** Our hooks in the settings of an agent; undefined for one that has none. */
export function agentHookPart(agent: SetupAgent): SettingsPart | undefined {
  const { hooks, server } = agents[agent];
  if (hooks === undefined) return undefined;
  if (hooks.layout === 'plugin') return pluginFile;
  return agentHooks(hooks.events, {
    layout: hooks.layout,
    dialect: server.hasComments ? 'json-with-comments' : 'json',
    inputOf: (event) =>
      agent === 'codex' ? codexArguments(event as WarmCodexEvent) : warmArguments(event as WarmEvent),
  });
}
