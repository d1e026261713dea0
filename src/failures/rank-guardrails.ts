import type { ScoreTree } from '../model/evidence.ts';
import { failureOf } from '../model/item-body.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { folderOf } from '../text/path-role.ts';
import { countTerms } from '../text/terms.ts';

interface PlannedWork {
  /** Paths from the top of the repository. */
  readonly files: readonly string[];
  /** Family of the command that is about to be run. */
  readonly commandFamily?: string | undefined;
  readonly words: string;
}

/** A pattern with its variants that may be shown. */
export interface GuardrailCandidate {
  readonly pattern: MemoryItem;
  readonly variants: readonly MemoryItem[];
}

interface RankedGuardrail<Candidate> {
  readonly candidate: Candidate;
  readonly nearness: ScoreTree;
}

/**
 * Weight of each kind of evidence alone; several combine like independent reasons. A command counts little, because it
 * is run for many purposes.
 */
const weights = { file: 0.8, named: 0.6, folder: 0.4, command: 0.5, words: 0.7 } as const;
/** Least share of the query's words: a smaller overlap may be chance. */
const fewestShare = 0.25;
const minimumNearness = 0.15;

/** Patterns whose failures are close to the planned work, closest first; ties keep their order. */
export function rankGuardrails<Candidate extends GuardrailCandidate>(
  work: PlannedWork,
  candidates: readonly Candidate[],
): readonly RankedGuardrail<Candidate>[] {
  const asked = [...countTerms(work.words).keys()];
  const texts = candidates.map((candidate) => new Set(countTerms(textOf(candidate)).keys()));
  const rarity = (term: string): number =>
    Math.log(1 + candidates.length / (1 + texts.filter((terms) => terms.has(term)).length));
  const rarities = new Map(asked.map((term) => [term, rarity(term)]));
  return candidates
    .map((candidate, position) => ({
      candidate,
      nearness: nearnessOf(work, candidate, shareOf(rarities, texts[position] ?? new Set())),
    }))
    .filter(({ nearness }) => nearness.value >= minimumNearness)
    .sort((a, b) => b.nearness.value - a.nearness.value);
}

function nearnessOf(work: PlannedWork, candidate: GuardrailCandidate, words: number): ScoreTree {
  const { variants } = candidate;
  const paths = new Set(variants.flatMap(pathsOf));
  const file = work.files.find((path) => paths.has(path));
  const named = file === undefined ? namedFile(work.files, candidate) : undefined;
  const folders = new Set([...paths].map(folderOf).filter((folder) => folder !== ''));
  const folder = file === undefined ? work.files.map(folderOf).find((path) => folders.has(path)) : undefined;
  const isCommand = variants.some(
    ({ body }) => work.commandFamily !== undefined && failureOf(body)?.command?.family === work.commandFamily,
  );
  const parts: readonly ScoreTree[] = [
    ...(file === undefined ? [] : [part(weights.file, `it happened in ${file}`)]),
    ...(named === undefined ? [] : [part(weights.named, `it speaks of ${named}`)]),
    ...(folder === undefined ? [] : [part(weights.folder, `it happened in ${folder}`)]),
    ...(isCommand ? [part(weights.command, `it happened to ${work.commandFamily}`)] : []),
    ...(words < fewestShare
      ? []
      : [part(weights.words * words, `its words hold ${Math.round(words * 100)}% of what was said`)]),
  ];
  const value = 1 - parts.reduce((rest, reason) => rest * (1 - reason.value), 1);
  return { value, description: 'nearness of known failures to the work at hand', parts };
}

function part(value: number, description: string): ScoreTree {
  return { value, description, parts: [] };
}

/** Share of the terms that are contained, weighted by rarity. */
function shareOf(rarities: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let held = 0;
  let total = 0;
  for (const [term, rarity] of rarities) {
    total += rarity;
    if (terms.has(term)) held += rarity;
  }
  return total === 0 ? 0 : held / total;
}

function textOf({ pattern, variants }: GuardrailCandidate): string {
  const body = pattern.body?.kind === 'pattern' ? pattern.body : undefined;
  return [
    pattern.title,
    body?.symptom ?? '',
    body?.preventionRule ?? '',
    ...variants.flatMap(({ title, body: own, tags }) => [
      title,
      own?.kind === 'variant' ? (own.context ?? '') : '',
      ...tags,
    ]),
  ].join('\n');
}

/** The first of these files that a rule, or a fix beneath it, names in full. */
function namedFile(files: readonly string[], candidate: GuardrailCandidate): string | undefined {
  const text = [textOf(candidate), ...candidate.variants.map(({ content }) => content)].join('\n');
  return files.find((path) => {
    const at = text.indexOf(path);
    return at !== -1 && !/[\w/-]/.test(`${text[at - 1] ?? ' '}${text[at + path.length] ?? ' '}`);
  });
}

/** Files that a variant is about, or that it happened in. */
function pathsOf({ references, anchors, body }: MemoryItem): readonly string[] {
  const failure = failureOf(body);
  return [
    ...references,
    ...anchors.map(({ path }) => path),
    ...(failure?.file === undefined ? [] : [failure.file]),
    ...(failure?.frames ?? []).map(({ path }) => path),
    ...(failure?.entities ?? []).filter(({ kind }) => kind === 'file').map(({ value }) => value),
  ];
}
