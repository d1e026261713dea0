import { quoteText } from '../../cards/quote-text.ts';
import { estimateSummary } from '../../codebase/estimate-summary.ts';
import type { RecalledSummary } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { LikelyFile, LocatedPlaces } from '../../model/evidence.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderSummary } from '../../packing/render-summary.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { readsRepository } from './reads-repository.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface OfferRequest {
  readonly request: Pick<RecallMemoriesRequest, 'moment' | 'query' | 'failure' | 'asOf'>;
  /** Where what was asked is likely about, likeliest first. */
  readonly located?: LocatedPlaces | undefined;
  /** Tokens that memories, commits and places leave. */
  readonly roomTokens: number;
}

const mostSummaries = 2;
/** Likelier wrong than three to one is nothing to read: as of places. */
const leastConfidence = 0.25;
const longestPath = 160;
const longestPurpose = 240;
/** Longer texts say no more of what is asked. */
const longestQuery = 20_000;

/**
 * What likely files are for, as far as there is room: of those that were located, else of those whose summary is nearest to the question,
 * which takes longer than all else of a recall. Files whose code says nothing of that are left out.
 */
export async function offerSummaries(
  { request, located, roomTokens }: OfferRequest,
  dependencies: Pick<RecallDependencies, 'searchSummariesAbout' | 'ancestry' | 'repositoryId' | 'scopes'>,
): Promise<readonly RecalledSummary[]> {
  if (roomTokens <= 0) return [];
  const places = located?.files.filter(({ confidence }) => confidence >= leastConfidence) ?? [];
  const likely = places.length > 0 ? places : await searchSummaries(request, dependencies);
  const units = likely
    .flatMap(({ path, purpose, confidence }) =>
      purpose === undefined || confidence < leastConfidence ? [] : [{ path, purpose, confidence }],
    )
    .slice(0, mostSummaries)
    .map((found) => {
      const summary = describeSummary(found);
      return { id: found.path, tokens: summary.tokens, utility: found.confidence, summary };
    });
  return packUnits(units, roomTokens).units.map(({ summary }) => summary);
}

async function searchSummaries(
  { moment, query = '', failure, asOf }: OfferRequest['request'],
  dependencies: Parameters<typeof offerSummaries>[1],
): Promise<readonly LikelyFile[]> {
  const { searchSummariesAbout, ancestry } = dependencies;
  if (moment !== 'asked' || failure !== undefined || query.trim() === '') return [];
  if (searchSummariesAbout === undefined || !readsRepository(dependencies)) return [];
  const target = asOf ?? (await ancestry.head());
  const search = target && (await searchSummariesAbout(query.slice(0, longestQuery), target));
  return (search ? search.hits : []).map(({ summary: { path, purpose }, ...hit }, rank) => ({
    path,
    ...(purpose === undefined ? {} : { purpose }),
    confidence: estimateSummary({ ...hit, rank }),
  }));
}

function describeSummary({
  path,
  purpose,
  confidence,
}: {
  readonly path: string;
  readonly purpose: string;
  readonly confidence: number;
}): RecalledSummary {
  const summary = {
    path: oneLine(path, longestPath),
    purpose: oneLine(purpose, longestPurpose),
    ...{ confidence, trust: 'untrusted' as const, tokens: 0 },
  };
  return { ...summary, tokens: estimateTokens(renderSummary(summary)) + 1 };
}

function oneLine(text: string, longest: number): RedactedText {
  const line = quoteText(text).replaceAll(/\s+/g, ' ').trim();
  return (line.length > longest ? `${line.slice(0, longest)}…` : line) as RedactedText;
}
