import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryItem, openHome, openMemory } from '../../src/index.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { person } from '../person.ts';
import { type RulePair, readRuleLines, readRulePairs } from '../recall/rule-cases.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { heldPairs } from '../succession/hidden-rules.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { describeSuccessionFit } from './fit-succession.ts';
import { rewrittenPairs } from './rule-rewrites.ts';
import { buildRuleRepository, readTimeline, stepsOf, type TimelineRule } from './rule-timeline.ts';

const relations = ['supersedes', 'refines', 'equivalent', 'coexists'] as const;

/** Memories of one repository's rules, by file and text. */
type RuleStates = ReadonlyMap<string, MemoryItem>;

interface PlayedRepository {
  readonly rules: readonly TimelineRule[];
  readonly pairs: readonly RulePair[];
  /** After one import of the whole history. */
  readonly states: RuleStates;
  /** After every line was remembered when it was written, and no line was known to be gone. */
  readonly written: RuleStates | undefined;
}

/** Are the rules known that hold, and is what took the place of one known for it? */
export const rulesSuite: Suite = {
  description: 'rule files over their git history: which rules hold, and which took the place of others?',
  options: ['data', 'part', 'repositories', 'fit', 'misses'],
  async run({ data, half, fit, parts, home, missesFile }) {
    const wants = (repo: string) => half === undefined || halfOf(repo) === half;
    const timeline = readTimeline(data).filter(({ repo }) => wants(repo));
    const pairs = readRulePairs(data).filter(({ repo, relation }) => relation !== 'unrelated' && wants(repo));
    const repositories = Map.groupBy(timeline, ({ repo }) => repo);
    const played: PlayedRepository[] = [];
    for (const [repo, rules] of repositories) {
      const folder = join(home, repo.replaceAll('/', '__'));
      const own = pairs.filter((pair) => pair.repo === repo);
      const states = await importHistory(folder, rules);
      const written = parts.includes('writes') ? await rememberAll(`${folder}-writes`, rules) : undefined;
      played.push({ rules, pairs: own, states, written });
    }
    if (missesFile !== undefined) writeFileSync(missesFile, listMisses(played));
    return {
      cases: pairs.length + timeline.length,
      figures: { ...pairFigures(played), ...lifeFigures(played) },
      tables: [
        relationTable(played),
        lifeTable(played),
        ...(fit
          ? describeSuccessionFit({
              rewritten: rewrittenPairs(pairs, timeline),
              pairs,
              held: heldPairs(readRuleLines(data).filter(({ repo }) => wants(repo))),
            })
          : []),
      ],
    };
  },
};

async function importHistory(folder: string, rules: readonly TimelineRule[]): Promise<RuleStates> {
  const repository = buildRuleRepository(folder, stepsOf(rules));
  const place = { repository, home: `${folder}-home` };
  await using memory = await openMemory(place);
  await memory.importRules();
  return await statesIn(place, ({ origin }) => origin.replace(/^rules:/, ''));
}

/** Without the files: each line is told by a person when it was written. */
async function rememberAll(folder: string, rules: readonly TimelineRule[]): Promise<RuleStates> {
  const repository = buildRuleRepository(folder, stepsOf(rules));
  const place = { repository, home: `${folder}-home` };
  await using memory = await openMemory(place);
  for (const { added } of stepsOf(rules))
    for (const { rule } of added)
      await memory.remember({ content: rule, type: 'constraint', speaker: person });
  return await statesIn(place, () => '');
}

async function statesIn(
  place: { readonly repository: string; readonly home: string },
  fileOf: (item: MemoryItem) => string,
): Promise<RuleStates> {
  await using home = await openHome({ ...place, speaker: person });
  const { items } = await home.list({
    statuses: ['active', 'superseded', 'archived'],
    limit: Number.MAX_SAFE_INTEGER,
  });
  return new Map(items.map((item) => [keyOf(fileOf(item), item.content), item]));
}

function keyOf(file: string, text: string): string {
  return JSON.stringify([file, text.trim()]);
}

function stateOf(states: RuleStates, file: string, text: string): MemoryItem | undefined {
  return states.get(keyOf(file, text)) ?? states.get(keyOf('', text));
}

/** The later rule is noted as the one that took the place of the older. */
function isLinked({ states }: PlayedRepository, pair: RulePair): boolean {
  const [older, newer] = [stateOf(states, pair.file, pair.old), stateOf(states, pair.file, pair.new)];
  return older !== undefined && newer !== undefined && older.supersededById === newer.id;
}

function pairFigures(played: readonly PlayedRepository[]): Readonly<Record<string, Figure>> {
  const judged = played.flatMap((one) => one.pairs.map((pair) => ({ pair, linked: isLinked(one, pair) })));
  const linked = judged.filter((one) => one.linked);
  const linkedOf = (relation: string): Figure => {
    const own = judged.filter(({ pair }) => pair.relation === relation);
    return own.length === 0 ? notRun : own.filter((one) => one.linked).length / own.length;
  };
  const right = linked.filter(({ pair }) => pair.relation === 'supersedes').length;
  return {
    supersedes_precision: linked.length === 0 ? notRun : right / linked.length,
    supersedes_recall: linkedOf('supersedes'),
    coexists_contradiction: linkedOf('coexists'),
    equivalent_supersede: linkedOf('equivalent'),
  };
}

interface Lives {
  readonly dead: number;
  readonly deadActive: number;
  readonly alive: number;
  readonly aliveActive: number;
}

/** Of lines that are rules as the product reads them; the others are counted apart. */
function countLives(
  played: readonly PlayedRepository[],
  statesOf: (one: PlayedRepository) => RuleStates | undefined,
): Lives | undefined {
  const all = played.flatMap((one) => {
    const states = statesOf(one);
    return states === undefined
      ? []
      : one.rules
          .filter((rule) => stateOf(one.states, rule.file, rule.rule) !== undefined)
          .map((rule) => ({ rule, isActive: stateOf(states, rule.file, rule.rule)?.status === 'active' }));
  });
  if (all.length === 0) return undefined;
  const [alive, dead] = [true, false].map((wanted) =>
    all.filter(({ rule }) => rule.alive_at_head === wanted),
  ) as [typeof all, typeof all];
  const active = (some: typeof all) => some.filter(({ isActive }) => isActive).length;
  return { dead: dead.length, deadActive: active(dead), alive: alive.length, aliveActive: active(alive) };
}

function lifeFigures(played: readonly PlayedRepository[]): Readonly<Record<string, Figure>> {
  const whole = countLives(played, ({ states }) => states);
  const writes = countLives(played, ({ written }) => written);
  const share = (part: number | undefined, all: number | undefined): Figure =>
    part === undefined || !all ? notRun : part / all;
  return {
    dead_active: share(whole?.deadActive, whole?.dead),
    alive_active: share(whole?.aliveActive, whole?.alive),
    dead_active_writes: share(writes?.deadActive, writes?.dead),
    alive_active_writes: share(writes?.aliveActive, writes?.alive),
  };
}

function relationTable(played: readonly PlayedRepository[]): Table {
  return {
    title: 'Pairs of rules whose later one is noted as the successor of the older',
    columns: ['relation', 'noted', 'both were read'],
    rows: relations.map((relation) => {
      const own = played.flatMap((one) =>
        one.pairs.filter((pair) => pair.relation === relation).map((pair) => ({ one, pair })),
      );
      const read = own.filter(({ one, pair }) =>
        [pair.old, pair.new].every((text) => stateOf(one.states, pair.file, text) !== undefined),
      );
      const noted = own.filter(({ one, pair }) => isLinked(one, pair));
      return [relation, describeRate(noted.length, own.length), describeRate(read.length, own.length)];
    }),
  };
}

function lifeTable(played: readonly PlayedRepository[]): Table {
  const rows = [
    ['whole files', countLives(played, ({ states }) => states)],
    ['writes alone', countLives(played, ({ written }) => written)],
  ] as const;
  const all = played.reduce((sum, { rules }) => sum + rules.length, 0);
  return {
    title: `Rules that hold, of ${all} lines`,
    columns: ['known from', 'dead and still active', 'alive and active'],
    rows: rows.flatMap(([name, lives]) =>
      lives === undefined
        ? []
        : [[name, describeRate(lives.deadActive, lives.dead), describeRate(lives.aliveActive, lives.alive)]],
    ),
  };
}

function listMisses(played: readonly PlayedRepository[]): string {
  return played
    .flatMap((one) => one.pairs.map((pair) => ({ pair, linked: isLinked(one, pair) })))
    .filter(({ pair, linked }) => linked !== (pair.relation === 'supersedes'))
    .map(({ pair }) => [pair.relation, pair.repo, pair.old.slice(0, 200), pair.new.slice(0, 200)].join('\t'))
    .map((line) => `${line.replaceAll('\n', ' ')}\n`)
    .join('');
}
