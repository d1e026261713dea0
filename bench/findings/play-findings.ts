import { join } from 'node:path';
import type { MinedLesson } from '../../src/index.ts';
import { readFindings } from '../../src/query/findings/read-findings.ts';
import type { ScratchMemory } from '../scratch-memory.ts';
import type { LabelledSession } from '../sessions/labelled-sessions.ts';
import { mine, openSessionMemory } from '../sessions/open-session-memory.ts';
import { readCalls } from '../sessions/transcript-calls.ts';

/** A session breaks a rule of which an earlier one mended a finding. */
export interface RecurringRule {
  /** Of the shown card; none, where none was shown. */
  readonly tokens: number | undefined;
  /** Ways that the card tells, the first first. */
  readonly told: readonly string[];
  /** The session's way at each place. */
  readonly done: readonly string[];
}

/** Whether the code was mended, or the checker told otherwise. */
export function stanceOf(way: string): string {
  return ['removed', 'renamed', 'wrapped', 'handled', 'changed'].includes(way) ? 'mended' : way;
}

const way =
  /\b(suppressed|settled in the settings|mended by a command|mended|removed|renamed|wrapped|handled|changed)\b(?= of the checker \d+ of| \d+)/g;
const names: Readonly<Record<string, string>> = {
  'settled in the settings': 'configured',
  'mended by a command': 'command',
};

/** Ways with a rule that a card tells. */
export function waysTold(card: string): readonly string[] {
  return [...card.matchAll(way)].map(([, name = '']) => names[name] ?? name);
}

/** Ways of a session by rule: `golangci-lint errcheck in src/pot.go: wrapped`. */
export function waysDone(lessons: readonly MinedLesson[]): ReadonlyMap<string, readonly string[]> {
  const done = new Map<string, string[]>();
  for (const { text, type } of lessons) {
    const [, rule = '', how = ''] = /^(.+?) in \S+: (\w+)$/.exec(text) ?? [];
    if (type === 'project_fact' && rule !== '') done.set(rule, [...(done.get(rule) ?? []), how]);
  }
  return done;
}

/** Plays the sessions of one repository in order: asks about each run with findings, then mines the session. No person confirms. */
export async function playFindings(
  sessions: readonly LabelledSession[],
  folder: string,
): Promise<readonly RecurringRule[]> {
  await using scratch = await openSessionMemory(join(folder, 'memory'));
  const known = new Set<string>();
  const recurring: RecurringRule[] = [];
  for (const session of sessions) {
    const asked = await ask(session, scratch);
    const done = waysDone((await mine(scratch, session.path)).lessons);
    for (const [rule, card] of asked)
      if (known.has(rule))
        recurring.push({
          ...{ tokens: card?.tokens, told: waysTold(card?.text ?? ''), done: done.get(rule) ?? [] },
        });
    for (const rule of done.keys()) known.add(rule);
  }
  return recurring;
}

/** The shown card of each rule that the session broke. */
async function ask({ name, path }: LabelledSession, { memory }: ScratchMemory) {
  const asked = new Map<string, { readonly text: string; readonly tokens: number } | undefined>();
  for (const { command, output } of readCalls(path).values()) {
    const rules = new Set(readFindings(output).map(({ tool, rule }) => `${tool} ${rule}`));
    if (rules.size === 0) continue;
    const { ways = [] } = await memory.recall({
      failure: { command, output },
      moment: 'after_failure',
      speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session: `asking-${name}` },
    });
    for (const rule of rules) {
      const card = ways.find(({ text }) => text.startsWith(`${rule}:`) || text.startsWith(`${rule} (`));
      asked.set(rule, asked.get(rule) ?? card);
    }
  }
  return asked;
}
