import type { EmbedTexts } from '../../asking/embed-texts.ts';
import { purposeOf } from '../../codebase/summarise-file.ts';
import { candidatesOf } from '../../locate/candidates.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Retrieval } from '../../model/evidence.ts';
import { fuseRankings } from '../../numeric/rankings.ts';
import type { CodeFile } from '../../ports/repository-index.ts';
import { nearestVectors } from '../../retrieval/near-vectors.ts';
import { type CandidatesRequest, filePastOf } from './score-candidates.ts';

/** Of more files those that changed most often, of more commits the latest. */
const mostFiles = 3_000;
const mostCommits = 2_000;
/** Texts that are told at once; a repository of more becomes known over several questions. */
const mostTold = 4_096;
const messageCharacters = 600;

/** Source files as they lie near a problem by their vectors, and by those of the commits that changed them. */
export interface NearFiles {
  readonly retrieval: Retrieval;
  /** Nearest first, by their place among the candidates; none after a fault. */
  readonly places: readonly number[];
  readonly receipt: { readonly model: string; readonly told: number; readonly fault?: string };
}

interface NearFilesRequest extends CandidatesRequest {
  readonly retrieval: Retrieval;
  readonly embedTexts: EmbedTexts;
  /** Vectors are waited for no longer, all in all. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Ranks files by the vector of what they are for and by the nearest message of their commits, fused by rank: the dense retrieval that the
 * repository-memory paper compares BM25 with (Table 4). What came within the time is kept, so that the next question goes on from there.
 *
 * @throws INTERRUPTED
 */
export async function findNearFiles(request: NearFilesRequest): Promise<NearFiles> {
  const { history, code, issue, retrieval, embedTexts, timeoutMs, signal } = request;
  const { sources } = candidatesOf(code);
  const past = await filePastOf(request);
  const changes = (place: number) => past.changeCounts[place] ?? 0;
  const places = [...sources.keys()].sort((a, b) => changes(b) - changes(a)).slice(0, mostFiles);
  const commits = latestCommits(request, past.offsets, sources.length);
  const texts = [
    ...places.map((place) => describe(sources[place] as CodeFile, request)),
    ...commits.map(({ ordinal }) => history.snapshot.stored(ordinal).message.slice(0, messageCharacters)),
  ];
  const { model, vectors, sent, fault } = await embedTexts(
    [{ text: issue }, ...texts.map((text) => ({ text, owner: '' }))],
    {
      mostSent: mostTold,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    },
  );
  if (signal?.aborted === true)
    throw new AfterwitError(
      'INTERRUPTED',
      'Stopped. The vectors that came are kept; run the command again to go on from there.',
      { cause: signal.reason },
    );
  const [asked, ...others] = vectors;
  const receipt = { model, told: sent.length, ...(fault === undefined ? {} : { fault }) };
  if (asked === undefined || fault !== undefined) return { retrieval, places: [], receipt };
  const byFile = nearestVectors(asked, others.slice(0, places.length)).map(({ at }) => places[at] as number);
  const byCommit = nearestVectors(asked, others.slice(places.length)).flatMap(({ at }) => {
    const { ordinal } = commits[at] as (typeof commits)[number];
    const changed = past.places.subarray(past.offsets[ordinal], past.offsets[ordinal + 1]);
    return [...changed].filter((place) => place < sources.length);
  });
  const fused = fuseRankings([{ candidates: byFile }, { candidates: [...new Set(byCommit)] }]);
  return {
    ...{ retrieval, receipt },
    places: [...fused].sort(([, a], [, b]) => b - a).map(([place]) => place),
  };
}

function latestCommits({ history: { snapshot } }: NearFilesRequest, offsets: Uint32Array, count: number) {
  const commits: { readonly ordinal: number }[] = [];
  for (let ordinal = snapshot.ordinalCount - 1; ordinal >= 0 && commits.length < mostCommits; ordinal--) {
    const hasFiles = (offsets[ordinal + 1] ?? 0) > (offsets[ordinal] ?? 0);
    if (count > 0 && hasFiles && snapshot.includes(ordinal) && !snapshot.isMerge(ordinal))
      commits.push({ ordinal });
  }
  return commits;
}

function describe({ path, blob }: CodeFile, { code }: Pick<NearFilesRequest, 'code'>): string {
  const structure = code.structureOf(blob);
  const names = structure.symbols.map(({ name }) => name);
  return [path, purposeOf(structure) ?? '', [...new Set(names)].join(', ')].join('\n');
}
