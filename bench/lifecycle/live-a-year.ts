import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryItem, openHome, openMemory, type Recollection } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { person } from '../person.ts';
import { type RulePair, readRulePairs } from '../recall/rule-cases.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { makeRepository } from '../scratch-memory.ts';
import { type Question, questionsAbout } from './questions-about.ts';
import { type RealText, readRealTexts } from './real-texts.ts';

/** Counts of a year of use. */
export interface LivedYear {
  readonly items: number;
  readonly recalls: number;
  /** Archived for age although the policy, reckoned here from what was shown, keeps it. */
  readonly expiredWrongly: number;
  readonly archivedForAge: number;
  /** Superseded or archived memories in answers. */
  readonly deadStillServed: number;
  readonly packs: number;
  /** Packs that hold both a rule and the one that took its place. */
  readonly contradictoryPacks: number;
  /** The older and the newer rule of each pair in those, each pair once. */
  readonly contradictions: readonly (readonly [older: string, newer: string])[];
  readonly found: number;
  readonly asked: number;
  /** Failures that came back, and those for which their recorded fix was not shown. */
  readonly failuresAgain: number;
  readonly failuresUnhelped: number;
  readonly packTokens: readonly number[];
  readonly maintainCpuMs: readonly number[];
}

interface Episode {
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly exit_code?: number | null;
  readonly kind: string | null;
  readonly ok_cmd?: string | null;
  readonly created_at?: string;
}

const dayMs = 86_400_000;
const startMs = Date.parse('2025-01-01T00:00:00Z');
const months = 12;
const monthMs = (365 / months) * dayMs;
const questionsOfMonth = 25;
const ttlDays = { fix: 180, project_fact: 365, command_result: 30 } as const;
const k = 5;

/**
 * A year of a memory through the public entry, by a given clock: each month a twelfth of the texts is learned, rules are told and
 * replaced, sessions ask and fail again, and the memory is maintained.
 */
export async function liveAYear(data: string, folder: string, count: number): Promise<LivedYear> {
  mkdirSync(folder, { recursive: true });
  const home = join(folder, 'home');
  const repository = makeRepository(folder);
  const texts = readRealTexts(data, count);
  const known = {
    ...{
      clock: new SetClock(),
      texts,
      episodes: readEpisodes(data),
      questions: questionsAbout(data, texts, months * questionsOfMonth),
    },
    pairs: readRulePairs(data).filter(({ relation }) => relation === 'supersedes'),
  };
  const year = emptyYear(texts.length);
  const successors = new Map<string, string>();
  const terms = { home, repository, clock: known.clock, speaker: person };
  for (let month = 0; month < months; month++) {
    const [opened, memory] = [await openHome(terms), await openMemory(terms)];
    await liveAMonth({ ...known, opened, memory, year, successors }, month);
    await memory.close();
    await opened.close();
  }
  return { ...year, ...(await countAged(terms)) };
}

async function liveAMonth(life: Life, month: number): Promise<void> {
  const { clock } = life;
  const monthAtMs = startMs + month * monthMs;
  clock.at = monthAtMs;
  await learn(life, month);
  clock.at = monthAtMs + monthMs / 2;
  await ask(life, month);
  clock.at = monthAtMs + (3 * monthMs) / 4;
  await failAgain(life, month);
  clock.at = monthAtMs + monthMs;
  await keepUp(life, month);
}

/** Counts the memories archived for their age at the end of the year, and those of them that the policy would keep. */
async function countAged(terms: Parameters<typeof openHome>[0] & { readonly clock: SetClock }) {
  const { clock } = terms;
  clock.at = startMs + months * monthMs;
  const opened = await openHome(terms);
  const archived = await opened.list({
    where: 'all',
    statuses: ['archived'],
    limit: Number.MAX_SAFE_INTEGER,
  });
  await opened.close();
  const aged = archived.items.filter(({ archivedFor }) => archivedFor === 'age');
  const expiredWrongly = aged.filter((item) => isWithinTime(item, clock.nowMs())).length;
  return { archivedForAge: aged.length, expiredWrongly };
}

class SetClock {
  at = startMs;
  nowMs(): number {
    return this.at;
  }
}

interface Life {
  readonly opened: Awaited<ReturnType<typeof openHome>>;
  readonly memory: Awaited<ReturnType<typeof openMemory>>;
  readonly clock: SetClock;
  readonly texts: readonly RealText[];
  readonly pairs: readonly RulePair[];
  readonly episodes: readonly Episode[];
  readonly questions: readonly Question[];
  readonly year: Counting;
  /** Ids of rules by those whose place they take. */
  readonly successors: Map<string, string>;
}

function readEpisodes(data: string): readonly Episode[] {
  return ['claude-code', 'codex']
    .flatMap((agent) => readJsonLines<Episode>(join(data, 'transcripts', `${agent}-episodes.jsonl.gz`)))
    .filter(({ kind, fail_output }) => kind === 'code_fix' && fail_output.trim() !== '');
}

function ofMonth<T>(all: readonly T[], month: number): readonly T[] {
  return all.filter((_, at) => at % months === month);
}

/** Place of the first text that is not learned yet when a month begins. */
function firstOf({ texts }: Life, month: number): number {
  return Math.floor((texts.length * month) / months);
}

async function learn(life: Life, month: number): Promise<void> {
  const { opened, memory, clock, texts, pairs, episodes } = life;
  const from = firstOf(life, month);
  const own = texts.slice(from, firstOf(life, month + 1));
  await opened.importLines(linesOf(own, from, clock.nowMs()), { vouched: true });
  clock.at += monthMs / 4;
  await tellRules(life, ofMonth(pairs, month));
  for (const { fail_cmd: command, fail_output: output, ok_cmd } of ofMonth(episodes, month))
    await memory.record({
      fix: `Change the code, then run ${ok_cmd ?? command}`,
      failure: { output, command },
    });
}

async function ask(life: Life, month: number): Promise<void> {
  const { memory, pairs, questions, year } = life;
  const own = questions.slice(month * questionsOfMonth, (month + 1) * questionsOfMonth);
  for (const { query, wanted } of own) {
    const learned = wanted.filter((at) => at < firstOf(life, month + 1));
    const answer = await memory.recall({ query, topK: k });
    noteAnswer(answer, life);
    if (learned.length === 0) continue;
    year.asked += 1;
    if (answer.memories.some(({ item }) => learned.some((at) => item.id === idOf(at)))) year.found += 1;
  }
  for (const { old, new: newer } of pairs.filter((_, at) => at % (3 * months) === month))
    noteAnswer(await memory.recall({ query: `${old}\n${newer}`, topK: k }), life);
}

async function failAgain(life: Life, month: number): Promise<void> {
  const { memory, episodes, year } = life;
  for (const { fail_cmd: command, fail_output: output } of ofMonth(episodes, month)) {
    const session = `session ${year.failuresAgain}`;
    const answer = await memory.recall({
      query: '',
      failure: { output, command, exitCode: 1 },
      moment: 'after_failure',
      speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session },
    });
    noteAnswer(answer, life);
    year.failuresAgain += 1;
    if (answer.memories.length === 0) year.failuresUnhelped += 1;
  }
}

async function keepUp({ opened, year }: Life, month: number): Promise<void> {
  const cpu = process.cpuUsage();
  const report = await opened.maintain();
  const cpuMs = cpuMsSince(cpu);
  year.maintainCpuMs.push(cpuMs);
  console.error(
    `month ${month + 1}: ${report.archived} archived, ${report.summaries.length} summaries, ${(cpuMs / 1_000).toFixed(1)} s`,
  );
}

type Counting = {
  -readonly [Key in keyof LivedYear]: LivedYear[Key] extends readonly (infer T)[] ? T[] : LivedYear[Key];
};

function emptyYear(items: number): Counting {
  return {
    ...{ items, recalls: 0, expiredWrongly: 0, archivedForAge: 0, deadStillServed: 0, packs: 0 },
    ...{
      contradictoryPacks: 0,
      found: 0,
      asked: 0,
      failuresAgain: 0,
      failuresUnhelped: 0,
    },
    ...{ contradictions: [], packTokens: [], maintainCpuMs: [] },
  };
}

/** Without any help of the product's own: nothing tells in this year that a memory helped, so each lasts one TTL. */
function isWithinTime({ type, updatedAtMs }: MemoryItem, nowMs: number): boolean {
  const days = ttlDays[type as keyof typeof ttlDays] ?? Number.POSITIVE_INFINITY;
  return nowMs < updatedAtMs + days * dayMs;
}

function noteAnswer(
  { memories, pack }: Recollection,
  { year, successors }: Pick<Life, 'year' | 'successors'>,
): void {
  const shown = new Map<string, string>(memories.map(({ item }) => [item.id, item.content]));
  year.recalls += 1;
  year.packTokens.push(pack.tokens);
  year.deadStillServed += memories.filter(({ item }) => item.status !== 'active').length;
  if (shown.size === 0) return;
  year.packs += 1;
  const pairs = [...successors].filter(([older, newer]) => shown.has(older) && shown.has(newer));
  if (pairs.length > 0) year.contradictoryPacks += 1;
  for (const [older, newer] of pairs)
    noteContradiction(year, [shown.get(older) ?? '', shown.get(newer) ?? '']);
}

function noteContradiction({ contradictions }: Counting, [older, newer]: readonly [string, string]): void {
  if (!contradictions.some((known) => known[0] === older && known[1] === newer))
    contradictions.push([older, newer]);
}

/** A person tells the older rule, and a day later the one that takes its place. */
async function tellRules({ memory, clock, successors }: Life, pairs: readonly RulePair[]): Promise<void> {
  const told: (readonly [older: string, pair: RulePair])[] = [];
  for (const pair of pairs) {
    const { item } = await memory.remember({ content: pair.old, type: 'constraint' });
    told.push([item.id, pair]);
  }
  clock.at += dayMs;
  for (const [older, pair] of told) {
    const { item } = await memory.remember({ content: pair.new, type: 'constraint' });
    if (older !== item.id) successors.set(older, item.id);
  }
}

async function* linesOf(texts: readonly RealText[], from: number, atMs: number): AsyncIterable<string> {
  for (const [at, { type, layer, title, content }] of texts.entries()) {
    const time = new Date(atMs - (at % 28) * 1_000).toISOString();
    const own = { id: idOf(from + at), scope: 'global', layer, type, title, content, ttlDays: ttlDays[type] };
    const said = { trust: 'agent', origin: 'bench', principal: 'agent:bench', source: 'library' };
    yield `${JSON.stringify({ ...own, ...said, createdAt: time, updatedAt: time })}\n`;
  }
}

function idOf(at: number): string {
  return `${at.toString(16).padStart(8, '0')}-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
}
