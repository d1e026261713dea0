import { homedir } from 'node:os';
import {
  claudeCodeProjectPlaces,
  claudeCodeUserPlaces,
} from '../adapters/agent-settings/claude-code-places.ts';
import { readSettingsFile } from '../adapters/agent-settings/read-settings-file.ts';
import { claudeCodeHooks } from '../engine/setup/claude-code-hooks.ts';
import type { SetupAgent } from '../model/answers/setup-report.ts';

/** Agents that start our hook when they work in this worktree, by the settings of the user or of the project. */
export function connectedAgents(worktree: string | undefined): readonly SetupAgent[] {
  const ofUser = claudeCodeUserPlaces({
    environment: process.env,
    userHome: homedir(),
    workingDirectory: process.cwd(),
  });
  const places = [ofUser, ...(worktree === undefined ? [] : [claudeCodeProjectPlaces(worktree)])];
  return places.some(({ hooks }) => startsHook(hooks)) ? ['claude-code'] : [];
}

/** Settings that cannot be read are for the agent, and for setup, to complain about. */
function startsHook(path: string): boolean {
  try {
    const { text } = readSettingsFile(path);
    return text !== undefined && text.trim() !== '' && claudeCodeHooks.find(text) !== undefined;
  } catch {
    return false;
  }
}
