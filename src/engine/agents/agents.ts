import type { SetupAgent } from '../../model/answers/setup-report.ts';
import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';

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
