import { globSync } from 'node:fs';
import { join } from 'node:path';
import { openMiningLog } from '../adapters/transcripts/open-mining-log.ts';
import type { ForgetRequest } from '../engine/items/forget-items.ts';
import type { SessionSummary } from '../model/session.ts';
import { miningFolder } from './start-mining.ts';

/** Forgets summaries of sessions that hold a text, or are of a forgotten origin, in every repository of the home. */
export function forgetSummaries(
  home: string,
  { origin, text }: Pick<ForgetRequest, 'origin' | 'text'>,
): void {
  if (origin === undefined && text === undefined) return;
  const isForgotten = (summary: SessionSummary): boolean =>
    (origin !== undefined && isOf(summary, origin.trim())) || (text !== undefined && holds(summary, text));
  for (const path of globSync(join(home, miningFolder, '*.json'))) {
    const log = openMiningLog(path.slice(0, -'.json'.length));
    const mined = log.read() ?? new Map();
    const kept = [...mined].map(([transcript, { summary, ...place }]) => {
      const isKept = summary !== undefined && !isForgotten(summary);
      return [transcript, isKept ? { ...place, summary } : place] as const;
    });
    const count = (all: Iterable<{ readonly summary?: SessionSummary }>) =>
      [...all].filter(({ summary }) => summary !== undefined).length;
    if (count(mined.values()) !== count(kept.map(([, one]) => one))) log.write(new Map(kept));
  }
}

/** The origin of memories from this session, or the beginning of it. */
function isOf({ agent, session }: SessionSummary, origin: string): boolean {
  return origin === `transcript:${agent}` || origin === `transcript:${agent}/${session}`;
}

function holds({ request, failing, files, commits }: SessionSummary, text: string): boolean {
  const words = [request, failing?.command, failing?.error, ...files, ...commits].join('\n').toLowerCase();
  return words.includes(text.trim().toLowerCase());
}
