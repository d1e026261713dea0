import { softmax } from '../numeric/probabilities.ts';
import type { CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { oncePerKey } from '../text/once.ts';
import { pathRole } from '../text/path-role.ts';
import { countTerms, inverseDocumentFrequency, projectTerms, termsOf } from '../text/terms.ts';
import {
  type FeatureName,
  type FeatureValues,
  featureNames,
  type RankerWeights,
  shippedWeights,
} from './features.ts';
import { modulesOf } from './score-names.ts';

export interface RankedFile extends CodeFile {
  /** Position among the candidates. */
  readonly place: number;
  /** Comparable within one query only. */
  readonly score: number;
  /** Its share of the softmax over the likeliest files. */
  readonly share: number;
  /** Contribution of each feature to the score, largest first, without zeros. */
  readonly reasons: readonly (readonly [FeatureName, number])[];
}

/** Number of files in the softmax; the others have next to no share. */
export const poolSize = 200;

/** The source files that the fix most likely changes, best first, by Σ weight · value. */
export function rankFiles(
  files: readonly CodeFile[],
  values: FeatureValues,
  count: number,
  weights: RankerWeights = shippedWeights,
): readonly RankedFile[] {
  const parts = weigh(values, weights);
  const scores = new Float64Array(files.length);
  for (const { weight, own } of parts) {
    for (let place = 0; place < scores.length; place++)
      scores[place] = (scores[place] as number) + weight * (own[place] as number);
  }
  const pathOf = (place: number) => files[place]?.path ?? '';
  const order = [...scores.keys()].sort(
    (a, b) => (scores[b] as number) - (scores[a] as number) || (pathOf(a) < pathOf(b) ? -1 : 1),
  );
  const shares = softmax(Float64Array.from(order.slice(0, poolSize), (place) => scores[place] as number));
  return order.slice(0, count).map((place, rank) => ({
    ...(files[place] as CodeFile),
    place,
    score: scores[place] as number,
    share: shares[rank] ?? 0,
    reasons: reasonsFor(parts, place),
  }));
}

/** Contribution of a feature to each file's score. */
interface Part {
  readonly name: FeatureName;
  readonly weight: number;
  readonly own: Float64Array;
}

function weigh(values: FeatureValues, weights: RankerWeights): readonly Part[] {
  return featureNames.map((name, i) => ({ name, weight: weights[i] ?? 0, own: values[name] }));
}

function reasonsFor(parts: readonly Part[], place: number): RankedFile['reasons'] {
  return parts
    .map(({ name, weight, own }) => [name, weight * (own[place] as number)] as const)
    .filter(([, part]) => part !== 0)
    .sort(([, a], [, b]) => b - a);
}

/** The candidate files of a tree, with everything that is the same for every query. */
export interface Candidates {
  /** Source files, the possible answers. */
  readonly sources: readonly CodeFile[];
  readonly tests: readonly CodeFile[];
  /** Blobs of the sources, each once. */
  readonly blobs: readonly number[];
  readonly pathTerms: ReadonlyMap<string, readonly number[]>;
  /** Number of terms in each source's path. */
  readonly pathLengths: readonly number[];
  /** 1 for auxiliary sources (documentation, examples, tools), else 0. */
  readonly auxiliary: Float64Array;
  /** Sources by the dotted names of their modules. */
  readonly modules: ReadonlyMap<string, readonly number[]>;
  /** Terms of the names under which most of the sources lie. */
  readonly projectTerms: ReadonlySet<string>;
}

/** Computed on first use and cached with the snapshot. */
export const candidatesOf = oncePerKey(deriveCandidates, new WeakMap<CodeSnapshot, Candidates>());

function deriveCandidates(code: CodeSnapshot): Candidates {
  const roles = Map.groupBy(code.files, ({ path }) => pathRole(path));
  const sources = roles.get('source') ?? [];
  const terms = sources.map(({ path }) => termsOf(path.replace(/\.[^./]+$/, '')));
  const pathTerms = new Map<string, number[]>();
  terms.forEach((own, place) => {
    for (const term of new Set(own)) {
      const places = pathTerms.get(term);
      if (places === undefined) pathTerms.set(term, [place]);
      else places.push(place);
    }
  });
  return {
    sources,
    tests: roles.get('test') ?? [],
    blobs: [...new Set(sources.map(({ blob }) => blob))],
    pathTerms,
    pathLengths: terms.map(({ length }) => length),
    auxiliary: Float64Array.from(sources, ({ path }) => (isAuxiliary(path) ? 1 : 0)),
    modules: modulesOf(sources),
    projectTerms: projectTerms(sources.map(({ path }) => path)),
  };
}

const auxiliarySegments = new Set(
  `docs doc examples example benchmarks benchmark asv_bench tools tool bin scripts script release extras build_tools
  galleries tutorials tutorial samples ci .github .circleci licenses`.split(/\s+/),
);

/** Whether a path is beside the product: documentation, examples, tools. */
function isAuxiliary(path: string): boolean {
  const segments = path.toLowerCase().split('/');
  return segments.slice(0, -1).some((segment) => auxiliarySegments.has(segment)) || path === 'setup.py';
}

/**
 * Σ idf of the text's terms in a file's path, ÷ √(1 + terms of the path), because a deep path has many terms by chance.
 */
export function scorePathWords({ sources, pathTerms, pathLengths }: Candidates, text: string): Float64Array {
  const scores = new Float64Array(sources.length);
  for (const [term, count] of countTerms(text)) {
    const places = pathTerms.get(term) ?? [];
    const weight = (1 + Math.log(count)) * inverseDocumentFrequency(places.length, sources.length);
    for (const place of places) scores[place] = (scores[place] as number) + weight;
  }
  return scores.map((score, place) => score / Math.sqrt(1 + (pathLengths[place] as number)));
}
