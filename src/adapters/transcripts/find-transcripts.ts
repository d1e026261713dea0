import { lstatSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SessionAgent } from '../../model/session-event.ts';
import type { TranscriptFile } from '../../ports/transcript-source.ts';
import { readHead } from './read-part.ts';
import type { TranscriptPlace } from './transcript-folders.ts';

/** Agents keep theirs two to four folders deep. */
const deepest = 8;
const mostFiles = 100_000;
const headBytes = 2_048;

/** Transcripts in files and folders, oldest first. Links are not followed; what cannot be read is left out. */
export function findTranscripts(places: readonly TranscriptPlace[]): readonly TranscriptFile[] {
  const found = new Map<string, TranscriptFile>();
  for (const { path, agent } of places) collect(path, agent, 0, found);
  return [...found.values()].sort((a, b) => a.modifiedAtMs - b.modifiedAtMs || (a.path < b.path ? -1 : 1));
}

function collect(
  path: string,
  agent: SessionAgent | undefined,
  depth: number,
  found: Map<string, TranscriptFile>,
): void {
  const stats = statsOf(path);
  if (stats?.isDirectory() && depth < deepest) {
    for (const name of namesIn(path)) collect(join(path, name), agent, depth + 1, found);
  } else if (stats?.isFile() && path.endsWith('.jsonl') && found.size < mostFiles) {
    const by = agent ?? agentOf(path);
    found.set(path, { path, agent: by, bytes: stats.size, modifiedAtMs: Math.floor(stats.mtimeMs) });
  }
}

/** Codex calls its files rollouts, and begins them with the session. */
function agentOf(path: string): SessionAgent {
  if (basename(path).startsWith('rollout-')) return 'codex';
  const head = readHead(path, headBytes)?.toString('utf8') ?? '';
  return /^\{[^\n]{0,200}"type":"session_meta"/.test(head) ? 'codex' : 'claude-code';
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
