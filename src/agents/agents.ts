import type { SetupAgent } from '../model/answers/setup-report.ts';
import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code/agent.ts';
import { codex } from './codex/agent.ts';
import { copilotCli } from './copilot-cli/agent.ts';
import { cursor } from './cursor/agent.ts';
import { geminiCli } from './gemini-cli/agent.ts';
import { opencode } from './opencode/agent.ts';
import { vscode } from './vscode/agent.ts';
import { windsurf } from './windsurf/agent.ts';

/** The agents that afterwit can be connected to. */
export const agents: Readonly<Record<SetupAgent, Agent>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  'gemini-cli': geminiCli,
  vscode,
  'copilot-cli': copilotCli,
  opencode,
  windsurf,
};
