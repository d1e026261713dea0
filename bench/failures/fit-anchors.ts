import { fitListwise, type ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import { blocksAt } from '../../src/query/logs/error-excerpt.ts';
import { type LineShape, strongestFirst } from '../../src/query/logs/line-shapes.ts';
import {
  type AnchorFact,
  type AnchorFacts,
  anchorFacts,
  anchorWeights,
} from '../../src/query/logs/rank-anchors.ts';
import { ReadLog } from '../../src/query/logs/read-log.ts';
import { terminalLines } from '../../src/query/logs/terminal-lines.ts';
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
/** The direction of each fact is given; only how much it counts is fitted, pulled to this. */
const graded: Readonly<Partial<Record<AnchorFact, number>>> = { repeated: 0.3, quietEnd: 0.7 };
const prior = facts.map((fact) => graded[fact] ?? 1);
const signs = facts.map((fact) => Math.sign(anchorWeights[fact]));

/** A labelled log with what may say why in it, read once. */
export interface AnchoredLog {
  readonly label: LabelledLog;
  readonly log: ReadLog;
  readonly anchors: readonly AnchorFacts[];
  readonly example: ListwiseExample;
}

/** Names of these tools in the rows of shapes. */
const rowsOf: Readonly<Record<string, readonly string[]>> = {
  cargo: ['rust', 'cargo'],
  node: ['javascript', 'npm', 'eslint', 'typescript'],
  make: ['c', 'make', 'cmake'],
  emacs: ['lisp'],
  pytest: ['python'],
  'symfony/symfony': ['php'],
  'discourse/discourse': ['ruby'],
  'twitter/finagle': ['java', 'maven', 'gradle'],
  'technomancy/leiningen': ['java', 'maven', 'gradle'],
  'elixir-lang/elixir': ['elixir'],
};

/** Computes something without the shapes of lines that were written for a tool; for `all`, for any tool. */
export function withoutRows<T>(tool: string, compute: () => T): T {
  const table = strongestFirst() as LineShape[];
  const whole = [...table];
  const isLeftOut = ({ of }: LineShape) =>
    tool === 'all' ? of !== 'any' : rowsOf[tool]?.includes(of) === true;
  try {
    table.splice(0, table.length, ...whole.filter((row) => !isLeftOut(row)));
    return compute();
  } finally {
    table.splice(0, table.length, ...whole);
  }
}

export function toolOf({ repo }: LabelledLog): string {
  return Object.entries(tools).find(([, repositories]) => repositories.includes(repo))?.[0] ?? repo;
}

export function readAnchors(label: LabelledLog): AnchoredLog {
  const log = new ReadLog(terminalLines(label.text));
  const anchors = anchorFacts(log);
  const rows = anchors.flatMap(({ facts: held }) =>
    facts.map((fact, i) => (held[fact] ?? 0) * (signs[i] ?? 0)),
  );
  const right = anchors.flatMap(({ place }, at) => (covers(label, log, [place], fittedLines) ? [at] : []));
  return { label, log, anchors, example: { rows: Float64Array.from(rows), right } };
}

/** Whether an excerpt that is ranked by these weights holds the marked lines. */
export function isCoveredBy(
  { label, log, anchors, example }: AnchoredLog,
  weights: readonly number[],
): boolean {
  const scores = anchors.map((_, row) =>
    weights.reduce((sum, weight, i) => sum + weight * (example.rows[row * weights.length + i] ?? 0), 0),
  );
  const order = [...anchors.keys()].sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
  const ranked = order.map((at) => anchors[at]?.place ?? 0);
  return covers(label, log, ranked, fittedLines);
}

function covers(label: LabelledLog, log: ReadLog, anchors: readonly number[], maxLines: number): boolean {
  const indices = log.size <= maxLines ? log.written : blocksAt(log, anchors, maxLines);
  const shown = indices.map((index) => log.lines[index] ?? '');
  return judgeExcerpt(shown, readableLines(label.chunk)).isCovered;
}

/** The weights of the facts, without their signs. */
export function fitAnchors(logs: readonly AnchoredLog[]): readonly number[] {
  return fitListwise(
    logs.map(({ example }) => example),
    {
      nonNegative: prior.map(() => true),
      epochs: 150,
      learningRate: 0.05,
      penalty: 0.02,
      anchor: prior,
      initial: prior,
      batchSize: logs.length,
      seed: 1,
      anyRight: true,
    },
  );
}

/** The weights as they stand in `anchor-weights.ts`. */
export function anchorTable(weights: readonly number[]): string {
  return facts.map((fact, i) => `  ${fact}: ${((weights[i] ?? 0) * (signs[i] ?? 0)).toFixed(2)},`).join('\n');
}

/** The shipped weights, as {@link fitAnchors} gives them. */
export const shippedWeights = facts.map((fact) => Math.abs(anchorWeights[fact]));

/** Whether the most lines that an excerpt may have can hold the marked ones at all. */
export function canBeCovered({ label, log }: AnchoredLog): boolean {
  const marked = readableLines(label.chunk);
  const distinct = [...Map.groupBy(marked, (line) => line).values()].map((same) => same.length);
  const most = distinct.sort((left, right) => right - left).slice(0, fittedLines);
  return log.size <= fittedLines || most.reduce((sum, count) => sum + count, 0) >= 0.8 * marked.length;
}
