import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Memory, openHome, openMemory, type Scope } from '../../src/index.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { halfOf } from '../lookalikes/repository-half.ts';
import { person } from '../person.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import { type Figure, notRun, type Suite } from '../suite.ts';
import { asFile, memoryId, memoryLine } from './memory-line.ts';
import { writtenDecisions } from './written-decisions.ts';

interface FixedIssue {
  readonly repo: string;
  readonly ts: number;
  readonly base_commit: string;
  readonly issue: string;
  readonly files: readonly string[];
  readonly functions: readonly string[] | null;
}

interface EarlierFix {
  readonly ts: number;
  readonly subject: string;
  readonly body: string | null;
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

/** What a memory of an earlier fix has to do with the one that is sought. */
type Nearness = 'function' | 'file' | 'none';

/** Without expansion; as it is; from unlikelier places, too; and instead of it as many of those that were left out, best by words. */
const ways = ['without', 'by place', 'by unlikelier place', 'by words'] as const;
type Way = (typeof ways)[number];

interface AskedTitle {
  readonly repository: string;
  /** Of the memories shown. */
  readonly shown: Readonly<Record<Way, readonly Nearness[]>>;
  /** The nearest that is remembered at all. */
  readonly known: Nearness;
  readonly tokens: Readonly<Record<Exclude<Way, 'by words'>, number>>;
}

const unlikelier = 0.25;
const mostPaths = 12;
const longestMessage = 2_000;

/** Where no memory answers: are those about the likely place about what the fix changes, and what do they cost where nothing is to be said? */
export const recallGraphSuite: Suite = {
  description:
    'titles of issues asked with earlier fixes remembered: what the context graph adds where no memory answers',
  options: ['data', 'repos', 'repositories', 'limit'],
  async run({ data, repositories, half, limit, home }) {
    const issues = readJsonLines<FixedIssue>(join(data, 'replay', 'issues.jsonl.gz')).filter(({ repo }) =>
      repositories.has(repo),
    );
    const asked: AskedTitle[] = [];
    const foreign = { asked: 0, placed: 0, reached: 0, reachedFurther: 0 };
    for (const [name, own] of Map.groupBy(issues, ({ repo }) => repo)) {
      if (half !== undefined && halfOf(name) !== half) continue;
      const folder = join(home, name.replace('/', '__'));
      const repository = join(folder, 'repository');
      clone(repositories.get(name) ?? '', repository);
      const place = { repository, home: join(folder, 'home'), speaker: person };
      await using without = await openMemory({
        ...place,
        settings: { 'memory.v3.graphExpansion.maxHops': 0 },
      });
      await using byPlace = await openMemory(place);
      await using byUnlikelier = await openMemory({
        ...place,
        settings: { 'memory.v3.graphExpansion.minConfidence': unlikelier },
      });
      await using fixes = await openFixes(data, name, place);
      for (const issue of own.toSorted((a, b) => a.ts - b.ts).slice(0, limit)) {
        await fixes.rememberUntil(issue.ts);
        execFileSync('git', ['-C', repository, 'update-ref', '--no-deref', 'HEAD', issue.base_commit]);
        // Indexes history and code, which a recall does not.
        await byPlace.locate(titleOf(issue));
        asked.push(await askTitle(issue, { without, byPlace, byUnlikelier, fixes }));
      }
      for (const { questions } of writtenDecisions()) {
        const query = questions[0]?.text ?? '';
        const { places } = await without.recall({ query });
        foreign.asked += 1;
        foreign.placed += places === undefined ? 0 : 1;
        foreign.reached += (await byPlace.recall({ query })).memories.length > 0 ? 1 : 0;
        foreign.reachedFurther += (await byUnlikelier.recall({ query })).memories.length > 0 ? 1 : 0;
      }
      console.error(`${name}: ${asked.length} asked`);
    }
    return {
      cases: asked.length,
      figures: figuresOf(asked, foreign),
      tables: [nearTable(asked), foreignTable(foreign)],
    };
  },
};

function clone(from: string, to: string): void {
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', from, to], { stdio: 'ignore' });
}

const titleOf = ({ issue }: FixedIssue): string => issue.split('\n')[0] ?? '';

interface RememberedFixes extends AsyncDisposable {
  /** Remembers the fixes before this time, each with the files that it changed. */
  rememberUntil(ts: number): Promise<void>;
  readonly known: () => readonly EarlierFix[];
  /** By the id of its memory. */
  fixOf(id: string): EarlierFix | undefined;
}

async function openFixes(
  data: string,
  name: string,
  place: { readonly repository: string; readonly home: string; readonly speaker: typeof person },
): Promise<RememberedFixes> {
  const file = join(data, 'replay', 'commits', `${name.replace('/', '__')}.jsonl.gz`);
  const commits = readJsonLines<EarlierFix>(file).toSorted((a, b) => a.ts - b.ts);
  const home = await openHome(place);
  await using memory = await openMemory(place);
  const { id } = await memory.repositories.current();
  const scope = `repo:${id}` as Scope;
  const startMs = Date.now();
  let count = 0;
  return {
    async rememberUntil(ts) {
      const from = count;
      while ((commits[count]?.ts ?? Number.POSITIVE_INFINITY) < ts) count += 1;
      const lines = commits.slice(from, count).map(({ subject, body, files }, at) =>
        memoryLine({
          ...{ number: from + at + 1, scope, type: 'fix', references: files.slice(0, mostPaths) },
          content: `${subject}\n\n${(body ?? '').slice(0, longestMessage)}`.trim() || 'fix',
          atMs: startMs + from + at,
        }),
      );
      await home.importLines(asFile(lines), { vouched: true });
    },
    known: () => commits.slice(0, count),
    fixOf: (wanted) => commits.find((_, at) => memoryId(at + 1) === wanted),
    [Symbol.asyncDispose]: async () => await home.close(),
  };
}

interface Opened {
  readonly without: Memory;
  readonly byPlace: Memory;
  readonly byUnlikelier: Memory;
  readonly fixes: RememberedFixes;
}

async function askTitle(
  issue: FixedIssue,
  { without, byPlace, byUnlikelier, fixes }: Opened,
): Promise<AskedTitle> {
  const query = titleOf(issue);
  const before = await without.recall({ query });
  const after = await byPlace.recall({ query });
  const further = await byUnlikelier.recall({ query });
  const nearnessOf = (id: string) => nearness(fixes.fixOf(id), issue);
  const idsOf = ({ memories }: typeof before) => memories.map(({ item }) => item.id);
  const added = after.memories.length - before.memories.length;
  const passedOver = before.leftOut.filter(({ reasons }) => reasons.includes('unlikely_answer'));
  const byWords = [...idsOf(before), ...passedOver.slice(0, added).map(({ item }) => item.id)];
  const known = fixes.known().map((fix) => nearness(fix, issue));
  return {
    repository: issue.repo,
    shown: {
      without: idsOf(before).map(nearnessOf),
      'by place': idsOf(after).map(nearnessOf),
      'by unlikelier place': idsOf(further).map(nearnessOf),
      'by words': byWords.map(nearnessOf),
    },
    known: known.includes('function') ? 'function' : known.includes('file') ? 'file' : 'none',
    tokens: {
      without: before.pack.tokens,
      'by place': after.pack.tokens,
      'by unlikelier place': further.pack.tokens,
    },
  };
}

function nearness(fix: EarlierFix | undefined, { files, functions }: FixedIssue): Nearness {
  if (fix?.functions.some((name) => functions?.includes(name))) return 'function';
  return fix?.files.some((path) => files.includes(path)) ? 'file' : 'none';
}

const isNear = (one: Nearness): boolean => one !== 'none';

function figuresOf(asked: readonly AskedTitle[], foreign: AskedForeign): Readonly<Record<string, Figure>> {
  const share = (part: number, all: number): Figure => (all === 0 ? notRun : part / all);
  const shown = (way: Way) => asked.flatMap((one) => one.shown[way]);
  return {
    ...Object.fromEntries(
      ways.map((way) => [
        `near_shown_${way.replaceAll(' ', '_')}`,
        share(asked.filter((one) => one.shown[way].some(isNear)).length, asked.length),
      ]),
    ),
    near_of_shown_by_place: share(shown('by place').filter(isNear).length, shown('by place').length),
    near_of_shown_by_words: share(shown('by words').filter(isNear).length, shown('by words').length),
    foreign_reached: share(foreign.reached, foreign.asked),
  };
}

function nearTable(asked: readonly AskedTitle[]): Table {
  const halves = [
    ['even', asked.filter(({ repository }) => halfOf(repository) === 'even')],
    ['odd', asked.filter(({ repository }) => halfOf(repository) === 'odd')],
    ['all', asked],
  ] as const;
  return {
    title: 'Titles of issues: memories of earlier fixes in a file that the fix changes, or a function of it',
    columns: [
      ...['half', 'shown', 'with any', 'with one near', 'near of those shown', 'same function'],
      ...['known near', 'alone near', 'near without it alone', 'tokens'],
    ],
    rows: halves.flatMap(([half, own]) =>
      ways.map((way) => {
        const all = own.flatMap((one) => one.shown[way]);
        const hasNear = (one: AskedTitle, by: Way) => one.shown[by].some(isNear);
        const tokens = own.map((one) => one.tokens[way === 'by words' ? 'without' : way]);
        return [
          half,
          way,
          describeRate(own.filter((one) => one.shown[way].length > 0).length, own.length),
          describeRate(own.filter((one) => hasNear(one, way)).length, own.length),
          describeRate(all.filter(isNear).length, all.length),
          describeRate(all.filter((one) => one === 'function').length, all.length),
          describeRate(own.filter(({ known }) => isNear(known)).length, own.length),
          own.filter((one) => hasNear(one, way) && !hasNear(one, 'without')).length,
          own.filter((one) => hasNear(one, 'without') && !hasNear(one, way)).length,
          way === 'by words' ? '' : Math.round(meanOf(tokens)),
        ];
      }),
    ),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

interface AskedForeign {
  readonly asked: number;
  readonly placed: number;
  readonly reached: number;
  readonly reachedFurther: number;
}

function foreignTable({ asked, placed, reached, reachedFurther }: AskedForeign): Table {
  return {
    title: 'Questions about something else: with a place, and with a memory about one',
    columns: ['with a place', 'with a memory about it', 'from unlikelier places'],
    rows: [[placed, reached, reachedFurther].map((count) => describeRate(count, asked))],
  };
}
