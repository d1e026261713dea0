import type { EmbeddingUse, Retrieval } from '../../model/evidence.ts';
import { orderBy } from '../../retrieval/near-vectors.ts';
import { findNearTexts, latestCommits, messagesOf, type NearTextsRequest } from '../models/near-texts.ts';
import type { History } from '../snapshot/history-reader.ts';

export interface NearCommits {
  readonly receipt: EmbeddingUse;
  /** Puts the ordinals of the best matches in order, those of near commits among them; absent after a fault. */
  readonly reorder?: (byWords: readonly number[]) => readonly number[];
}

interface NearCommitsRequest extends NearTextsRequest {
  readonly history: History;
  readonly queries: readonly string[];
  readonly retrieval: Retrieval;
}

const mostRanked = 200;

/** The dense retrieval of Table 4 of the repository-memory paper, over the latest commits. @throws INTERRUPTED */
export async function findNearCommits(request: NearCommitsRequest): Promise<NearCommits> {
  const { history, queries, retrieval } = request;
  const { snapshot } = history;
  const commits = latestCommits(snapshot, snapshot.changes.offsets);
  const { receipt, places } = await findNearTexts(
    queries.join('\n'),
    [messagesOf(snapshot, commits)],
    request,
  );
  const near = (places[0] ?? []).slice(0, mostRanked).map((at) => commits[at] as number);
  if (near.length === 0) return { receipt };
  return { receipt, reorder: (byWords) => orderBy(retrieval, byWords, near) };
}
