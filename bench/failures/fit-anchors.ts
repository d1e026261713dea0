import { fitListwise, type ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import { blocksAt } from '../../src/query/logs/error-excerpt.ts';
import { type LineShape, strongestFirst } from '../../src/query/logs/line-shapes.ts';
import { type AnchorFact, anchorFacts, anchorWeights } from '../../src/query/logs/rank-anchors.ts';
import { ReadLog } from '../../src/query/logs/read-log.ts';
import { terminalLines } from '../../src/query/logs/terminal-lines.ts';
import { rate } from '../reporting/statistics.ts';
import { type Table, tableOf } from '../reporting/table.ts';
import { judgeExcerpt, readableLines } from './judge-excerpt.ts';
import type { LabelledLog } from './labelled-logs.ts';

/** An excerpt of so many lines is fitted and judged. */
export const fittedLines = 20;

/** Repositories by the tool that builds or tests them; one that is not here is its own tool. */
const tools: Readonly<Record<string, readonly string[]>> = {
  cargo: ['BurntSushi/ripgrep', 'jwilm/alacritty', 'redox-os/redox'],
  node: ['electron/electron', 'Atom/atom', 'airbnb/javascript', 'twbs/bootstrap'],
  make: ['bitcoin/bitcoin', 'git/git', 'vim/vim', 'martanne/vis', 'BVLC/caffe'],
  emacs: ['purcell/emacs.d', 'emacs-tw/awesome-emacs'],
  pytest: ['nvbn/thefuck', 'jwilder/nginx-proxy'],
};

const facts = Object.keys(anchorWeights) as readonly AnchorFact[];
const signs = facts.map((fact) => Math.sign(anchorWeights[fact]));
const shipped = facts.map((fact) => Math.abs(anchorWeights[fact]));
/** The direction of each fact is given; only how much it counts is fitted, pulled to this. */
const graded: Readonly<Partial<Record<AnchorFact, number>>> = { repeated: 0.3, quietEnd: 0.7 };
const prior = facts.map((fact) => graded[fact] ?? 1);

/** A labelled log with the places where its reason may start, read once. */
interface AnchoredLog {
  readonly label: LabelledLog;
  readonly log: ReadLog;
  readonly places: readonly number[];
  readonly example: ListwiseExample;
}

/** The weights of the facts fitted on all logs, and what they cover when a repository or a tool is left out. */
export function fitAnchors(labels: readonly LabelledLog[]): readonly Table[] {
  const logs = labels.map(readAnchors);
  const possible = logs.filter(canBeCovered);
  const fitted = fitWeights(logs);
  const repositoryOf = ({ label }: AnchoredLog) => label.repo;
  const byTool = leaveOut(logs, (log) => toolOf(log.label));
  const rows = [
    { name: 'as shipped', weightsOf: () => shipped },
    { name: 'fitted on all', weightsOf: () => fitted },
    { name: 'fitted without the repository', weightsOf: leaveOut(logs, repositoryOf) },
    { name: 'fitted without the tool', weightsOf: byTool },
    {
      name: 'the same, without shapes of any tool',
      weightsOf: byTool,
      read: ({ label }: AnchoredLog) => withoutToolShapes(() => readAnchors(label)),
    },
  ].map(({ read = (log: AnchoredLog) => log, ...row }) => ({
    ...row,
    covered: new Set(logs.filter((log) => isCoveredBy(read(log), row.weightsOf(log)))),
  }));
  return [
    tableOf('Weights of the facts', facts.keys(), {
      fact: (at) => facts[at] ?? '',
      fitted: (at) => ((fitted[at] ?? 0) * (signs[at] ?? 0)).toFixed(2),
      shipped: (at) => anchorWeights[facts[at] as AnchorFact],
    }),
    tableOf(`${fittedLines} lines hold at least 80 % of the marked ones`, rows, {
      weights: ({ name }) => name,
      'of all': ({ covered }) => rate(logs, (log) => covered.has(log)),
      [`of the ${possible.length} whose mark they can hold`]: ({ covered }) =>
        rate(possible, (log) => covered.has(log)),
    }),
  ];
}

function readAnchors(label: LabelledLog): AnchoredLog {
  const log = new ReadLog(terminalLines(label.text));
  const anchors = anchorFacts(log);
  const places = anchors.map(({ place }) => place);
  const rows = anchors.flatMap(({ facts: held }) =>
    facts.map((fact, at) => (held[fact] ?? 0) * (signs[at] ?? 0)),
  );
  const right = [...places.keys()].filter((at) => covers(label, log, [places[at] ?? 0]));
  return { label, log, places, example: { rows: Float64Array.from(rows), right } };
}

function toolOf({ repo }: LabelledLog): string {
  return Object.entries(tools).find(([, own]) => own.includes(repo))?.[0] ?? repo;
}

/** Computes something with the shapes of lines that belong to no tool. */
function withoutToolShapes<T>(compute: () => T): T {
  const table = strongestFirst() as LineShape[];
  const whole = [...table];
  try {
    table.splice(0, table.length, ...whole.filter(({ of }) => of === 'any'));
    return compute();
  } finally {
    table.splice(0, table.length, ...whole);
  }
}

/** The weights of the facts, without their signs. */
function fitWeights(logs: readonly AnchoredLog[]): readonly number[] {
  return fitListwise(
    logs.map(({ example }) => example),
    {
      nonNegative: prior.map(() => true),
      ...{ epochs: 150, learningRate: 0.05, penalty: 0.02, batchSize: logs.length, seed: 1 },
      ...{ anchor: prior, initial: prior, anyRight: true },
    },
  );
}

/** For each log, weights that are fitted without its group. */
function leaveOut(logs: readonly AnchoredLog[], groupOf: (log: AnchoredLog) => string) {
  const groups = new Set(logs.map(groupOf));
  const fitted = new Map(
    [...groups].map((group) => [group, fitWeights(logs.filter((log) => groupOf(log) !== group))]),
  );
  return (log: AnchoredLog) => fitted.get(groupOf(log)) ?? prior;
}

/** Whether an excerpt that is ranked by these weights holds the marked lines. */
function isCoveredBy({ label, log, places, example }: AnchoredLog, weights: readonly number[]): boolean {
  const scores = places.map((_, row) =>
    weights.reduce((sum, weight, at) => sum + weight * (example.rows[row * weights.length + at] ?? 0), 0),
  );
  const order = [...places.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
  return covers(
    label,
    log,
    order.map((at) => places[at] ?? 0),
  );
}

function covers(label: LabelledLog, log: ReadLog, anchors: readonly number[]): boolean {
  const indices = log.size <= fittedLines ? log.written : blocksAt(log, anchors, fittedLines);
  return judgeExcerpt(
    indices.map((index) => log.lines[index] ?? ''),
    readableLines(label.chunk),
  ).isCovered;
}

/** Whether so many lines can hold the marked ones at all. */
function canBeCovered({ label, log }: AnchoredLog): boolean {
  const marked = readableLines(label.chunk);
  const counts = [...Map.groupBy(marked, (line) => line).values()].map(({ length }) => length);
  const most = counts.sort((left, right) => right - left).slice(0, fittedLines);
  return log.size <= fittedLines || most.reduce((sum, count) => sum + count, 0) >= 0.8 * marked.length;
}
