import type { ItemId } from '../model/memory-item.ts';
import type { ScoreTree } from '../model/score-tree.ts';
import { compareCommands, compareFiles, compareFrames, jaccard } from './compare-places.ts';
import { errorSimilarity } from './error-similarity.ts';
import { isSpecific } from './issue-names.ts';
import type { IssueQuery, IssueView, KnownIssue } from './issue-sides.ts';
import { isTelling, shareFound } from './issue-terms.ts';
import { conflictCut, matchWeights, type PartName, type PartWeight, priorBound } from './match-weights.ts';
import { compareNames, type NameComparison } from './name-conflicts.ts';

/** What is known of a memory beside what it says. */
export interface IssueHistory {
  /** How likely it is to help again, 0–1; .5 when nothing is known. */
  readonly successPrior?: number;
  /** How far this session has turned it, or what is near it, down, 0–1. */
  readonly sessionPenalty?: number;
}

/** F(q, c): how well a known failure fits the one at hand. */
export interface IssueScore {
  readonly id: ItemId;
  /** 0–1. */
  readonly value: number;
  /** Names that contradict its being the same failure. */
  readonly conflicting: readonly string[];
  /** Words and names in both that any two failures would not share. */
  readonly sharedWords: number;
  /** How much each side says that the other does not, 0–1: the lesser of both, for one of them may just tell more. */
  readonly replaced: number;
  /** Both name something that hardly any other failure does. */
  readonly sharesName: boolean;
  readonly tree: ScoreTree;
}

/** A failure that says this many telling words leaves a memory's past half of its say. */
const tellingEnough = 6;

/** Scores a known failure against the one at hand (RSCB-MC, Eq. 7): evidence for it, what contradicts it, its past. */
export function scoreIssue(query: IssueQuery, known: KnownIssue, history: IssueHistory = {}): IssueScore {
  const names = compareNames(query, known);
  const view = bestView(query, known.views);
  const asked = shareFound(query.terms, known.terms);
  const evidence = weightedMean(evidenceOf(query, known, { names, view, asked }));
  const sharedTerms = [...query.terms.keys()].filter((term) => isTelling(term) && known.terms.has(term));
  const prior = priorOf(query, history);
  const cut = 1 - conflictCut * names.conflict;
  const kept = 1 - (history.sessionPenalty ?? 0);
  const value = Math.min(1, Math.max(0, evidence.value + prior)) * cut * kept;
  const parts: readonly ScoreTree[] = [
    evidence,
    ...(prior === 0 ? [] : [leaf(prior, 'what came of it before')]),
    ...(cut === 1
      ? []
      : [
          leaf(
            cut,
            `× it names ${known.entities[0]?.value ?? 'something else'}, not ${names.conflicting.join(', ')}`,
          ),
        ]),
    ...(kept === 1 ? [] : [leaf(kept, '× turned down in this session')]),
  ];
  return {
    id: known.id,
    value,
    conflicting: names.conflicting,
    sharedWords: sharedTerms.length + names.shared.length,
    replaced: Math.min(1 - (view?.found ?? 0), 1 - asked),
    sharesName: names.shared.some(isSpecific),
    tree: { value, description: 'F(q, c): how well the known failure fits', parts },
  };
}

interface Part {
  readonly name: PartName;
  readonly description: string;
  readonly value: number | undefined;
}

interface Found {
  readonly names: NameComparison;
  readonly view: FoundView | undefined;
  /** Share of the query's words that the memory holds. */
  readonly asked: number;
}

function evidenceOf(query: IssueQuery, known: KnownIssue, { names, view, asked }: Found): readonly Part[] {
  const { failure: queried } = query;
  const { failure } = known;
  return [
    { name: 'known', description: `its ${view?.name ?? 'text'} is in what failed`, value: view?.value ?? 0 },
    { name: 'asked', description: 'what failed is in the memory', value: asked },
    {
      name: 'lines',
      description: 'error lines in each other',
      value: errorSimilarity(query.errors, known.errors).value,
    },
    { name: 'names', description: 'names it has too', value: names.found },
    {
      name: 'particulars',
      description: 'the same numbers and paths',
      value: jaccard(query.particulars, known.particulars),
    },
    {
      name: 'exceptions',
      description: 'kinds of failure in common',
      value: jaccard(new Set(queried.exceptionTypes), new Set(failure.exceptionTypes)),
    },
    { name: 'family', description: 'family and root cause', value: compareFamilies(query, known) },
    { name: 'command', description: 'command', value: compareCommands(query, known) },
    { name: 'place', description: 'file', value: compareFiles(query.file, known.file) },
    { name: 'frames', description: 'stack frames', value: compareFrames(queried.frames, failure.frames) },
    {
      name: 'environment',
      description: 'environment',
      value: jaccard(new Set(queried.environment), new Set(failure.environment)),
    },
  ];
}

interface FoundView {
  readonly name: string;
  /** Share of it that is in the query, 0–1, and that times how much it tells. */
  readonly found: number;
  readonly value: number;
}

function bestView(query: IssueQuery, views: readonly IssueView[]): FoundView | undefined {
  let best: FoundView | undefined;
  for (const { name, weight, terms } of views) {
    const found = shareFound(terms, query.terms);
    const value = weight * found;
    if (best === undefined || value > best.value) best = { name, found, value };
  }
  return best;
}

const sameFamilyOnly = 0.7;

function compareFamilies({ failure: { family } }: IssueQuery, { failure: { family: other } }: KnownIssue) {
  if (family === undefined || other === undefined) return undefined;
  if (family.name !== other.name) return 0;
  return family.rootCause === other.rootCause ? 1 : sameFamilyOnly;
}

/** The less a failure says of itself, the more may what helped before decide. */
function priorOf({ terms }: IssueQuery, { successPrior = 0.5 }: IssueHistory): number {
  const telling = [...terms.keys()].filter(isTelling).length;
  return (priorBound * (2 * successPrior - 1) * tellingEnough) / (tellingEnough + telling);
}

/** Mean of the parts that are known; where they speak against, they may weigh less ({@link PartWeight}). */
function weightedMean(all: readonly Part[]): ScoreTree {
  const parts = all.flatMap(({ name, description, value }) => {
    if (value === undefined) return [];
    const { weight: full, against }: PartWeight = matchWeights[name];
    const weight = full * (against + (1 - against) * value);
    return [{ weight, value, description }];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const children = parts.map(({ weight, value, description }) =>
    leaf(
      (weight * value) / total,
      `${description}: ${value.toFixed(2)} × ${weight.toFixed(3)} of ${total.toFixed(2)}`,
    ),
  );
  const value = children.reduce((sum, child) => sum + child.value, 0);
  return { value, description: 'evidence for it', parts: children };
}

function leaf(value: number, description: string): ScoreTree {
  return { value, description, parts: [] };
}
