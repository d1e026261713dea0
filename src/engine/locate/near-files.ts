import { purposeOf } from '../../codebase/summarise-file.ts';
import { candidatesOf } from '../../locate/candidates.ts';
import type { EmbeddingUse, Retrieval } from '../../model/evidence.ts';
import { fuseRankings } from '../../numeric/rankings.ts';
import type { CodeFile } from '../../ports/repository-index.ts';
import { findNearTexts, latestCommits, messagesOf, type NearTextsRequest } from '../models/near-texts.ts';
import { type CandidatesRequest, filePastOf } from './score-candidates.ts';

/** Most files, those that changed most often. */
const mostFiles = 3_000;

/** Source files as they lie near a problem by their vectors, and by those of the commits that changed them. */
export interface NearFiles {
  readonly retrieval: Retrieval;
  /** Nearest first, by their place among the candidates; none after a fault. */
  readonly places: readonly number[];
  readonly receipt: EmbeddingUse;
}

interface NearFilesRequest extends CandidatesRequest, NearTextsRequest {
  readonly retrieval: Retrieval;
}

/**
 * Ranks files by the vector of their purpose and by the nearest message of their commits, fused by rank: the
 * dense retrieval that the repository-memory paper compares BM25 with (Table 4).
 * @throws INTERRUPTED
 */
export async function findNearFiles(request: NearFilesRequest): Promise<NearFiles> {
  const { history, code, issue, retrieval } = request;
  const { sources } = candidatesOf(code);
  const past = await filePastOf(request);
  const changes = (place: number) => past.changeCounts[place] ?? 0;
  const places = [...sources.keys()].sort((a, b) => changes(b) - changes(a)).slice(0, mostFiles);
  const commits = sources.length === 0 ? [] : latestCommits(history.snapshot, past.offsets);
  const { receipt, places: near } = await findNearTexts(
    issue,
    [
      places.map((place) => describe(sources[place] as CodeFile, request)),
      messagesOf(history.snapshot, commits),
    ],
    request,
  );
  const [files = [], messages = []] = near;
  const byFile = files.map((at) => places[at] as number);
  const byCommit = messages.flatMap((at) => {
    const ordinal = commits[at] as number;
    const changed = past.places.subarray(past.offsets[ordinal], past.offsets[ordinal + 1]);
    return [...changed].filter((place) => place < sources.length);
  });
  const fused = fuseRankings([{ candidates: byFile }, { candidates: [...new Set(byCommit)] }]);
  return {
    ...{ retrieval, receipt },
    places: [...fused].sort(([, a], [, b]) => b - a).map(([place]) => place),
  };
}

function describe({ path, blob }: CodeFile, { code }: Pick<NearFilesRequest, 'code'>): string {
  const structure = code.structureOf(blob);
  const names = structure.symbols.map(({ name }) => name);
  return [path, purposeOf(structure) ?? '', [...new Set(names)].join(', ')].join('\n');
}
