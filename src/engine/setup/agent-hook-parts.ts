import type { SettingsPart } from '../../ports/settings-part.ts';
import type { HookedAgent } from './agent-entries.ts';
import { claudeCodeHooks } from './claude-code-hooks.ts';
import { codexHooks } from './codex-hooks.ts';

/** Where each agent that has hooks keeps them in its settings. */
export const agentHookParts: Readonly<Record<HookedAgent, SettingsPart>> = {
  'claude-code': claudeCodeHooks,
  codex: codexHooks,
};
