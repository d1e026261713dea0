import { writeFileSync } from 'node:fs';
import type { CommandRun, Terminal } from './terminal.ts';

/** What is asked of the hook in this recording. */
export interface HookCall {
  readonly terminal: Terminal;
  /** File that the input is written to, and how the command line names it. */
  readonly inputPath: string;
  readonly cwd: string;
  readonly command: string;
  /** The agent's own name of the call of its tool that failed. */
  readonly callId: string;
  /** Session that the command failed in. Default: the one of the recording. */
  readonly session?: string;
  readonly failed: CommandRun;
}

/** A hook that is late prints nothing, and no agent would wait for it; on a busy machine it is asked again. */
const attempts = 60;
const onlySession = '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11';
const commandLine = 'node "$AFTERWIT/dist/hooks/claude-code.js" < ~/hook-input.json';
const readContext = 'node -p "JSON.parse(fs.readFileSync(0)).hookSpecificOutput.additionalContext"';
const sayStatus = 'echo "exit status $?"';

/** Feeds the hook what Claude Code hands to it after a failed command; it has nothing to say. */
export function hookIsSilent(call: HookCall, hasDecided: () => boolean): void {
  writeInput(call);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const run = call.terminal.runUnseen(`${commandLine}; ${sayStatus}`);
    if (run.output !== 'exit status 0\n') throw new Error(`The hook was to be silent: ${run.output}`);
    if (!hasDecided()) continue;
    call.terminal.writeRun(`${commandLine}; ${sayStatus}`, run);
    return;
  }
  throw new Error('The hook was too late each time.');
}

/** The same, when it has something to say. */
export function hookShowsCard(call: HookCall): string {
  writeInput(call);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { output } = call.terminal.runUnseen(commandLine);
    if (output === '') continue;
    const { additionalContext } = JSON.parse(output).hookSpecificOutput;
    call.terminal.writeRun(`${commandLine} | ${readContext}`, { output: additionalContext, status: 0 });
    return additionalContext;
  }
  throw new Error('The hook showed no card.');
}

function writeInput({ inputPath, cwd, command, callId, session = onlySession, failed }: HookCall): void {
  const input = {
    session_id: session,
    transcript_path: `${cwd}/session.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command, description: 'Run the tests' },
    tool_use_id: callId,
    error: `Exit code ${failed.status}\n${failed.output}`,
    is_interrupt: false,
  };
  writeFileSync(inputPath, JSON.stringify(input));
}
