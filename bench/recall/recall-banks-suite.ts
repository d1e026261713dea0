import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { ContextUnit } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { describeRate, mcNemar } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { ruleDecisions } from './decision-cases.ts';
import { type DecisionMemory, openDecisionMemory } from './decision-memory.ts';

interface FixedIssue {
  readonly repo: string;
  readonly base_commit: string;
  readonly issue: string;
  readonly files: readonly string[];
}

/** Orders of the banks: all in one order, all but summaries, memories before commits before places, or one bank alone. */
const orders = [
  'fused',
  'without summaries',
  'memories first',
  'memories',
  'commits',
  'files',
  'summaries',
] as const;
type Order = (typeof orders)[number];

interface AskedOfBanks {
  readonly asked: 'rule' | 'title of an issue';
  /** Whether the first unit is right; undefined where there is none. */
  readonly firstRight: Readonly<Record<Order, boolean | undefined>>;
}

const memoryBanks: ReadonlySet<string> = new Set(['rules', 'failures', 'facts']);
const askedRules = 8;

/** Is the first of what all banks yield right as often as the first of the best bank alone? */
export const recallBanksSuite: Suite = {
  description:
    'rules and titles of issues asked where both may answer: the first unit of all banks, and of each alone',
  options: ['data', 'repos', 'repositories', 'limit', 'seed'],
  async run({ data, repositories, half, limit, seed, home }) {
    const issues = readJsonLines<FixedIssue>(join(data, 'replay', 'issues.jsonl.gz')).filter(({ repo }) =>
      repositories.has(repo),
    );
    const rules = [
      ...ruleDecisions(data, (repository) => half === undefined || halfOf(repository) === half, seed),
    ];
    const asked: AskedOfBanks[] = [];
    let turn = 0;
    for (const [name, own] of Map.groupBy(issues, ({ repo }) => repo)) {
      if (half !== undefined && halfOf(name) !== half) continue;
      const folder = join(home, name.replace('/', '__'));
      const repository = join(folder, 'repository');
      clone(repositories.get(name) ?? '', repository);
      await using held = await openDecisionMemory({ repository, home: join(folder, 'home') });
      for (const issue of own.slice(0, limit)) {
        git(repository, 'update-ref', '--no-deref', 'HEAD', issue.base_commit);
        // Indexes history and code, which a recall does not.
        await held.memory.locate(titleOf(issue));
        const { texts } = rules[turn++ % rules.length] ?? { texts: [] };
        await held.holdOnly(texts);
        asked.push(await askTitle(issue, held));
      }
      for (let one = 0; one < askedRules && rules.length > 0; one++) {
        const { texts, answer, questions } = rules[turn++ % rules.length] as (typeof rules)[number];
        await held.holdOnly(texts);
        for (const { text } of questions) asked.push(await askRule(text, answer, held));
      }
      console.error(`${name}: ${asked.length} asked`);
    }
    return { cases: asked.length, figures: figuresOf(asked), tables: [firstTable(asked), pairTable(asked)] };
  },
};

function clone(from: string, to: string): void {
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', from, to], { stdio: 'ignore' });
}

function git(repository: string, ...words: readonly string[]): void {
  execFileSync('git', ['-C', repository, ...words], { stdio: 'ignore' });
}

const titleOf = ({ issue }: FixedIssue): string => issue.split('\n')[0] ?? '';

async function askTitle(issue: FixedIssue, { memory }: DecisionMemory): Promise<AskedOfBanks> {
  const { files } = issue;
  const { units, commits = [] } = await memory.recall({ query: titleOf(issue) });
  const changed = new Map(commits.map((commit) => [commit.id as string, commit.files as readonly string[]]));
  const isRight = ({ bank, id }: ContextUnit) =>
    bank === 'commits' ? (changed.get(id) ?? []).some((path) => files.includes(path)) : files.includes(id);
  return { asked: 'title of an issue', firstRight: judge(units, isRight) };
}

async function askRule(question: string, answer: string, { memory }: DecisionMemory): Promise<AskedOfBanks> {
  const { units, memories } = await memory.recall({ query: question });
  const right = memories.find(({ item }) => item.content === answer)?.item.id;
  return { asked: 'rule', firstRight: judge(units, ({ id }) => id === right) };
}

function judge(
  units: readonly ContextUnit[],
  isRight: (unit: ContextUnit) => boolean,
): AskedOfBanks['firstRight'] {
  const seen = units.filter(({ bank }) => bank !== 'symbols');
  const of = (wants: (unit: ContextUnit) => boolean) => seen.filter(wants);
  const memories = of(({ bank }) => memoryBanks.has(bank));
  const commits = of(({ bank }) => bank === 'commits');
  const files = of(({ bank }) => bank === 'files');
  const summaries = of(({ bank }) => bank === 'summaries');
  const first = ([unit]: readonly ContextUnit[]) => (unit === undefined ? undefined : isRight(unit));
  return {
    fused: first(seen),
    'without summaries': first(of(({ bank }) => bank !== 'summaries')),
    'memories first': first([...memories, ...commits, ...files]),
    memories: first(memories),
    commits: first(commits),
    files: first(files),
    summaries: first(summaries),
  };
}

const isRightBy = (order: Order) => (one: AskedOfBanks) => one.firstRight[order] === true;

function figuresOf(asked: readonly AskedOfBanks[]): Readonly<Record<string, Figure>> {
  return Object.fromEntries(
    orders.map((order) => [
      `first_right_${order.replaceAll(' ', '_')}`,
      asked.length === 0 ? notRun : asked.filter(isRightBy(order)).length / asked.length,
    ]),
  );
}

function firstTable(asked: readonly AskedOfBanks[]): Table {
  return {
    title: 'The first unit, right of all asked (of those with any)',
    columns: ['asked', ...orders],
    rows: [...Map.groupBy(asked, (one) => one.asked)].map(([name, own]) => [
      name,
      ...orders.map((order) => {
        const any = own.filter(({ firstRight }) => firstRight[order] !== undefined).length;
        return `${describeRate(own.filter(isRightBy(order)).length, own.length)} (${any})`;
      }),
    ]),
  };
}

function pairTable(asked: readonly AskedOfBanks[]): Table {
  return {
    title: 'Fused against each other order, question by question',
    columns: ['asked', 'against', 'fused alone right', 'the other alone right', 'p (McNemar)'],
    rows: [...Map.groupBy(asked, (one) => one.asked)].flatMap(([name, own]) =>
      orders.slice(1).map((order) => {
        const wins = own.filter((one) => isRightBy('fused')(one) && !isRightBy(order)(one)).length;
        const losses = own.filter((one) => !isRightBy('fused')(one) && isRightBy(order)(one)).length;
        return [name, order, wins, losses, mcNemar(wins, losses).toFixed(3)];
      }),
    ),
  };
}
