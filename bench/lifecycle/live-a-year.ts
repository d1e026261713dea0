import { join } from 'node:path';
import { type MemoryItem, openHome, openMemory, type Recollection } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { person } from '../person.ts';
import { type RulePair, readRulePairs } from '../recall/rule-cases.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { type Rate, shareOf } from '../reporting/rates.ts';
import { describeRate, percentile } from '../reporting/statistics.ts';
import { makeRepository } from '../scratch-memory.ts';
import type { SuiteReport } from '../suite.ts';
import { type RealText, readRealTexts } from './real-texts.ts';
import { readFixHistories } from './replay-decay.ts';

interface Episode {
  readonly fail_cmd: string;
  readonly fail_output: string;
  readonly kind: string | null;
  readonly ok_cmd?: string | null;
}

const dayMs = 86_400_000;
const startMs = Date.parse('2025-01-01T00:00:00Z');
const months = 12;
const monthMs = (365 / months) * dayMs;
const questionsOfMonth = 25;
const ttlDays = { fix: 180, project_fact: 365, command_result: 30 } as const;
const k = 5;
const shownText = 200;

const ofMonth = <T>(all: readonly T[], month: number) => all.filter((_, at) => at % months === month);

/**
 * A year of a memory through the public entry, by a given clock: each month a twelfth of the texts is learned, rules are told and
 * replaced, sessions ask and fail again, and the memory is maintained.
 */
export async function liveAYear(data: string, folder: string, count: number): Promise<SuiteReport> {
  const clock = { at: startMs, nowMs: () => clock.at };
  const terms = { home: join(folder, 'home'), repository: makeRepository(folder), clock, speaker: person };
  const texts = readRealTexts(data, count);
  const episodes = readEpisodes(data);
  const questions = questionsAbout(data, texts, months * questionsOfMonth);
  const pairs = readRulePairs(data).filter(({ relation }) => relation === 'supersedes');
  const answers = new Answers();
  const failures = { count: 0, of: 0 };
  const maintainCpuMs: number[] = [];
  /** Place of the first text that is not learned yet when a month begins. */
  const firstOf = (month: number) => Math.floor((texts.length * month) / months);
  for (let month = 0; month < months; month++) {
    const [opened, memory] = [await openHome(terms), await openMemory(terms)];
    const monthAtMs = startMs + month * monthMs;
    clock.at = monthAtMs;
    const own = texts.slice(firstOf(month), firstOf(month + 1));
    await opened.importLines(linesOf(own, firstOf(month), clock.nowMs()), { vouched: true });
    clock.at += monthMs / 4;
    // A person tells the older rule, and a day later the one that takes its place.
    const told: (readonly [older: string, pair: RulePair])[] = [];
    for (const pair of ofMonth(pairs, month))
      told.push([(await memory.remember({ content: pair.old, type: 'constraint' })).item.id, pair]);
    clock.at += dayMs;
    for (const [older, pair] of told) {
      const { item } = await memory.remember({ content: pair.new, type: 'constraint' });
      if (older !== item.id) answers.successors.set(older, item.id);
    }
    for (const { fail_cmd: command, fail_output: output, ok_cmd } of ofMonth(episodes, month))
      await memory.record({
        fix: `Change the code, then run ${ok_cmd ?? command}`,
        failure: { output, command },
      });
    clock.at = monthAtMs + monthMs / 2;
    for (const { query, wanted } of questions.slice(month * questionsOfMonth, (month + 1) * questionsOfMonth))
      answers.note(
        await memory.recall({ query, topK: k }),
        wanted.filter((at) => at < firstOf(month + 1)).map(idOf),
      );
    for (const { old, new: newer } of pairs.filter((_, at) => at % (3 * months) === month))
      answers.note(await memory.recall({ query: `${old}\n${newer}`, topK: k }));
    clock.at = monthAtMs + (3 * monthMs) / 4;
    for (const { fail_cmd: command, fail_output: output } of ofMonth(episodes, month)) {
      const session = `session ${failures.of++}`;
      const answer = await memory.recall({
        ...{ query: '', failure: { output, command, exitCode: 1 }, moment: 'after_failure' },
        speaker: { kind: 'agent', name: 'claude-code', source: 'hook', session },
      });
      answers.note(answer);
      failures.count += Number(answer.memories.length === 0);
    }
    clock.at = monthAtMs + monthMs;
    const cpu = process.cpuUsage();
    const { archived, summaries } = await opened.maintain();
    maintainCpuMs.push(cpuMsSince(cpu));
    console.error(`month ${month + 1}: ${archived} archived, ${summaries.length} summaries`);
    await memory.close();
    await opened.close();
  }
  await using opened = await openHome(terms);
  const { items } = await opened.list({
    where: 'all',
    statuses: ['archived'],
    limit: Number.MAX_SAFE_INTEGER,
  });
  const aged = items.filter(({ archivedFor }) => archivedFor === 'age');
  const { found, contradictory, dead, tokens, contradictions } = answers;
  const tell = ({ count: part, of }: Rate) => describeRate(part, of);
  return {
    cases: answers.recalls,
    figures: {
      expired_wrongly: aged.filter((item) => isWithinTime(item, clock.nowMs())).length,
      dead_still_served: dead,
      maintain_seconds_100k: Math.max(...maintainCpuMs) / 1_000,
      recall_at_k: shareOf(found),
      pack_contradiction_rate: shareOf(contradictory),
      repeated_failure_rate: shareOf(failures),
      token_overhead_median: percentile(tokens, 0.5),
    },
    tables: [
      {
        title: `A year with ${texts.length} memories`,
        columns: ['what', 'count'],
        rows: [
          ['archived for their age', aged.length],
          ['answer among the first five', tell(found)],
          ['packs with a rule and its successor', tell(contradictory)],
          ['failures again without their fix', tell(failures)],
          ...[...contradictions].map((pair) => ['a rule and its successor in one pack', pair]),
        ],
      },
    ],
  };
}

/** Counts of what was answered. */
class Answers {
  recalls = 0;
  /** Superseded or archived memories in answers. */
  dead = 0;
  readonly found = { count: 0, of: 0 };
  /** Packs that hold both a rule and the one that took its place. */
  readonly contradictory = { count: 0, of: 0 };
  readonly contradictions = new Set<string>();
  readonly tokens: number[] = [];
  /** Ids of rules by those whose place they take. */
  readonly successors = new Map<string, string>();

  /** @param wanted ids of the memories that answer it; none where nothing is known of that */
  note({ memories, pack }: Recollection, wanted: readonly string[] = []): void {
    const shown = new Map<string, string>(memories.map(({ item }) => [item.id, item.content]));
    this.recalls += 1;
    this.tokens.push(pack.tokens);
    this.dead += memories.filter(({ item }) => item.status !== 'active').length;
    this.found.of += Number(wanted.length > 0);
    this.found.count += Number(wanted.some((id) => shown.has(id)));
    const both = [...this.successors].filter((pair) => pair.every((id) => shown.has(id)));
    this.contradictory.of += Number(shown.size > 0);
    this.contradictory.count += Number(both.length > 0);
    for (const pair of both)
      this.contradictions.add(
        pair.map((id) => shown.get(id)?.replaceAll(/\s+/gu, ' ').slice(0, shownText)).join(' → '),
      );
  }
}

function readEpisodes(data: string): readonly Episode[] {
  return ['claude-code', 'codex']
    .flatMap((agent) => readJsonLines<Episode>(join(data, 'transcripts', `${agent}-episodes.jsonl.gz`)))
    .filter(({ kind, fail_output }) => kind === 'code_fix' && fail_output.trim() !== '');
}

/** Without any help of the product's own: nothing tells in this year that a memory helped, so each lasts one TTL. */
function isWithinTime({ type, updatedAtMs }: MemoryItem, nowMs: number): boolean {
  const days = ttlDays[type as keyof typeof ttlDays] ?? Number.POSITIVE_INFINITY;
  return nowMs < updatedAtMs + days * dayMs;
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

interface Question {
  readonly query: string;
  /** Places of the texts that answer it. */
  readonly wanted: readonly number[];
}

/** Later fixes ask for the earlier ones they build on, by their subjects. */
function questionsAbout(data: string, texts: readonly RealText[], count: number): readonly Question[] {
  const places = new Map(
    texts.flatMap(({ fixId }, at) => (fixId === undefined ? [] : [[fixId, at] as const])),
  );
  const all = readFixHistories(data).flatMap(({ events }) =>
    events.flatMap(({ subject, pos }): Question[] => {
      const wanted = pos.flatMap(({ id, tier = '' }) =>
        /^P[34]/.test(tier) && places.has(id) ? [places.get(id) ?? 0] : [],
      );
      return wanted.length === 0 ? [] : [{ query: subject, wanted }];
    }),
  );
  const step = Math.max(1, Math.floor(all.length / count));
  // By when the first answer is learned, so that each can be asked for in its month.
  return all
    .filter((_, at) => at % step === 0)
    .toSorted((a, b) => Math.min(...a.wanted) - Math.min(...b.wanted));
}
