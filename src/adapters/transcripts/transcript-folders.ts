import { isAbsolute, join, resolve } from 'node:path';
import type { SessionAgent } from '../../model/session-event.ts';

/** Where agents keep their transcripts is looked up in these. */
export interface TranscriptLookup {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly workingDirectory: string;
}

/** A file or a folder of transcripts; by which agent, where that is known. */
export interface TranscriptPlace {
  readonly path: string;
  readonly agent?: SessionAgent;
}

/** The folders of the agents themselves, as they find them. */
export function agentFolders({
  environment,
  userHome,
  workingDirectory,
}: TranscriptLookup): readonly TranscriptPlace[] {
  const folder = (chosen: string | undefined, byDefault: string): string =>
    chosen ? (isAbsolute(chosen) ? chosen : resolve(workingDirectory, chosen)) : join(userHome, byDefault);
  const { CLAUDE_CONFIG_DIR: claudeCode, CODEX_HOME: codex } = environment;
  return [
    { path: join(folder(claudeCode, '.claude'), 'projects'), agent: 'claude-code' },
    { path: join(folder(codex, '.codex'), 'sessions'), agent: 'codex' },
  ];
}
