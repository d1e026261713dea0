import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SessionAgent } from '../../model/session.ts';
import type { SessionForm, TranscriptFile, TranscriptPlace } from '../../ports/transcript-source.ts';
import { readHead } from './read-part.ts';

/** Agents keep theirs two to four folders deep. */
const deepest = 8;
const mostFiles = 100_000;
const headBytes = 2_048;

/** How the agents write their sessions; a file that lies anywhere is the first's that may have written it. */
export type SessionForms = Readonly<Record<SessionAgent, SessionForm>>;

/** Transcripts in files and folders, oldest first. Links are not followed; what cannot be read is left out. */
export function findTranscripts(
  places: readonly TranscriptPlace[],
  forms: SessionForms,
): readonly TranscriptFile[] {
  const found = new Map<string, TranscriptFile>();
  for (const { path, agent } of places) collect(path, agent, 0, { found, forms });
  return [...found.values()].sort((a, b) => a.modifiedAtMs - b.modifiedAtMs || (a.path < b.path ? -1 : 1));
}

function collect(
  path: string,
  agent: SessionAgent | undefined,
  depth: number,
  into: { readonly found: Map<string, TranscriptFile>; readonly forms: SessionForms },
): void {
  const stats = statsOf(path);
  if (stats?.isDirectory() && depth < deepest) {
    for (const name of namesIn(path)) collect(join(path, name), agent, depth + 1, into);
  } else if (stats?.isFile() && path.endsWith('.jsonl') && into.found.size < mostFiles) {
    const by = agent ?? agentOf(path, into.forms);
    if (by === undefined) return;
    into.found.set(path, { path, agent: by, bytes: stats.size, modifiedAtMs: Math.floor(stats.mtimeMs) });
  }
}

function agentOf(path: string, forms: SessionForms): SessionAgent | undefined {
  const file = { name: basename(path), head: readHead(path, headBytes)?.toString('utf8') ?? '' };
  const agents = Object.keys(forms) as SessionAgent[];
  return agents.find((agent) => forms[agent].wrote(file));
}

function statsOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}
