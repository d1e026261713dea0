import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryItem, openHome, openMemory } from '../../src/index.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { person } from '../person.ts';
import { type RulePair, readRuleLines, readRulePairs } from '../recall/rule-cases.ts';
import { rateOf, rateTable, shareOf, sharesOf } from '../reporting/rates.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { fitSuccession } from './fit-succession.ts';
import { buildRuleRepository, readTimeline, stepsOf, type TimelineRule } from './rule-timeline.ts';

const relations = ['supersedes', 'refines', 'equivalent', 'coexists'] as const;

/** Memories of one repository's rules, by file and text. */
type RuleStates = ReadonlyMap<string, MemoryItem>;

interface PlayedRepository {
  readonly rules: readonly TimelineRule[];
  readonly pairs: readonly RulePair[];
  /** After one import of the whole history. */
  readonly states: RuleStates;
}

/** Are the rules known that hold, and is what took the place of one known for it? */
export const rulesSuite: Suite = {
  description:
    'rule files over their git history: which rules hold, and which took the place of others? --fit: only the weights of succession, judged without a repository and a kind of change',
  options: ['data', 'repositories', 'fit', 'misses'],
  async run({ data, half, fit, home, missesFile }) {
    const wants = (repo: string) => half === undefined || halfOf(repo) === half;
    const timeline = readTimeline(data).filter(({ repo }) => wants(repo));
    const pairs = readRulePairs(data).filter(({ repo, relation }) => relation !== 'unrelated' && wants(repo));
    const cases = pairs.length + timeline.length;
    if (fit) {
      const lines = readRuleLines(data).filter(({ repo }) => wants(repo));
      return { cases, figures: {}, tables: fitSuccession(pairs, timeline, lines) };
    }
    const repositories = Map.groupBy(timeline, ({ repo }) => repo);
    const played: PlayedRepository[] = [];
    for (const [repo, rules] of repositories) {
      const folder = join(home, repo.replaceAll('/', '__'));
      const own = pairs.filter((pair) => pair.repo === repo);
      played.push({ rules, pairs: own, states: await importHistory(folder, rules) });
    }
    if (missesFile !== undefined) writeFileSync(missesFile, listMisses(played));
    return {
      cases,
      figures: { ...pairFigures(played), ...sharesOf(lifeRates(played)) },
      tables: [
        relationTable(played),
        rateTable(`Rules that hold, of ${timeline.length} lines`, lifeRates(played)),
      ],
    };
  },
};

async function importHistory(folder: string, rules: readonly TimelineRule[]): Promise<RuleStates> {
  const repository = buildRuleRepository(folder, stepsOf(rules));
  const place = { repository, home: `${folder}-home` };
  await using memory = await openMemory(place);
  await memory.importRules();
  await using opened = await openHome({ ...place, speaker: person });
  const { items } = await opened.list({
    statuses: ['active', 'superseded', 'archived'],
    limit: Number.MAX_SAFE_INTEGER,
  });
  return new Map(items.map((item) => [keyOf(item.origin.replace(/^rules:/, ''), item.content), item]));
}

function keyOf(file: string, text: string): string {
  return JSON.stringify([file, text.trim()]);
}

function stateOf(states: RuleStates, file: string, text: string): MemoryItem | undefined {
  return states.get(keyOf(file, text));
}

/** The later rule is noted as the one that took the place of the older. */
function isLinked({ states }: PlayedRepository, pair: RulePair): boolean {
  const [older, newer] = [stateOf(states, pair.file, pair.old), stateOf(states, pair.file, pair.new)];
  return older !== undefined && newer !== undefined && older.supersededById === newer.id;
}

/** Each pair, and whether it is linked. */
function judgePairs(played: readonly PlayedRepository[]) {
  return played.flatMap((one) => one.pairs.map((pair) => ({ one, pair, linked: isLinked(one, pair) })));
}

function pairFigures(played: readonly PlayedRepository[]): Readonly<Record<string, Figure>> {
  const judged = judgePairs(played);
  const linked = judged.filter((one) => one.linked);
  const linkedOf = (relation: string) =>
    shareOf(
      rateOf(
        judged.filter(({ pair }) => pair.relation === relation),
        (one) => one.linked,
      ),
    );
  return {
    supersedes_precision: shareOf(rateOf(linked, ({ pair }) => pair.relation === 'supersedes')),
    supersedes_recall: linkedOf('supersedes'),
    coexists_contradiction: linkedOf('coexists'),
    equivalent_supersede: linkedOf('equivalent'),
  };
}

/** Of lines that are rules as the product reads them: those that are dead and still active, and those that hold and are. */
function lifeRates(played: readonly PlayedRepository[]) {
  const all = played.flatMap(({ states, rules }) =>
    rules.flatMap((rule) => {
      const state = stateOf(states, rule.file, rule.rule);
      return state === undefined
        ? []
        : [{ isAlive: rule.alive_at_head, isActive: state.status === 'active' }];
    }),
  );
  const active = (isAlive: boolean) =>
    rateOf(
      all.filter((one) => one.isAlive === isAlive),
      ({ isActive }) => isActive,
    );
  return { dead_active: active(false), alive_active: active(true) };
}

function relationTable(played: readonly PlayedRepository[]): Table {
  const judged = judgePairs(played);
  const own = (relation: string) => judged.filter(({ pair }) => pair.relation === relation);
  return tableOf('Pairs of rules whose later one is noted as the successor of the older', relations, {
    relation: (relation) => relation,
    noted: (relation) => rate(own(relation), ({ linked }) => linked),
    'both were read': (relation) =>
      rate(own(relation), ({ one, pair }) =>
        [pair.old, pair.new].every((text) => stateOf(one.states, pair.file, text) !== undefined),
      ),
  });
}

function listMisses(played: readonly PlayedRepository[]): string {
  return judgePairs(played)
    .filter(({ pair, linked }) => linked !== (pair.relation === 'supersedes'))
    .map(({ pair }) => [pair.relation, pair.repo, pair.old.slice(0, 200), pair.new.slice(0, 200)].join('\t'))
    .map((line) => `${line.replaceAll('\n', ' ')}\n`)
    .join('');
}
