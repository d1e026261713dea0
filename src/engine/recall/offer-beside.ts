import { quotedLine, quoteText } from '../../cards/card-parts.ts';
import { type CardFocus, selectText } from '../../cards/select-passages.ts';
import { estimateSummary } from '../../codebase/search-summaries.ts';
import type { CommitHit } from '../../model/answers/commit-answers.ts';
import type { RecalledCommit, RecalledPlace, RecalledSummary } from '../../model/answers/recollection.ts';
import type { LikelyFile, LocatedPlaces } from '../../model/evidence.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderCommit, renderPlace, renderSummary } from '../../packing/render-beside.ts';
import type { Ancestry } from '../../ports/git-reader.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { isoDate } from '../../wording/formats.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { RecallMemoriesRequest } from './moments.ts';
import { leastConfidence, readsRepository } from './places.ts';

/** Most units of each bank; a sweeping commit has more files, which tell nothing. */
const most = { commits: 3, filesOfCommit: 12, places: 3, functionsOfPlace: 4, summaries: 2 } as const;
/** Longer texts say no more about the question. */
const longestQuery = 20_000;
const longestPassage = 240;

type Asked = Pick<RecallMemoriesRequest, 'moment' | 'query' | 'failure' | 'asOf'>;

/** The units of a bank beside the memories that fit the room, marked untrusted: any author may write it. */
export function offer<Found extends { readonly confidence: number }>(
  found: readonly Found[],
  render: (one: Found & Offered) => string,
  roomTokens: number,
): readonly (Found & Offered)[] {
  const units = found.map((one, at) => {
    const offered = { ...one, trust: 'untrusted' as const, tokens: 0 };
    const tokens = estimateTokens(render(offered)) + 1;
    return { id: String(at), tokens, utility: one.confidence, offered: { ...offered, tokens } };
  });
  return packUnits(units, roomTokens).units.map(({ offered }) => offered);
}

type Offered = Pick<RecalledPlace, 'trust' | 'tokens'>;

interface CommitOffer {
  readonly request: Pick<Asked, 'moment' | 'query'>;
  readonly focus: CardFocus;
  readonly roomTokens: number;
}

/**
 * Commits that are likely to bear on a question in words. They are found by the same search, and as sure, as
 * `search-commits` is, but nothing is indexed for them: a recall does not wait for that.
 */
export async function offerCommits(
  { request: { moment, query = '' }, focus, roomTokens }: CommitOffer,
  dependencies: Pick<RecallDependencies, 'searchCommitsAbout' | 'ancestry' | 'repositoryId' | 'scopes'>,
): Promise<readonly RecalledCommit[]> {
  const { searchCommitsAbout, ancestry } = dependencies;
  if (moment !== 'asked' || query.trim() === '' || searchCommitsAbout === undefined) return [];
  if (!readsRepository(dependencies)) return [];
  // The head is read from a file; to ask git for it would cost more than the search.
  const head = await ancestry.head();
  const holds: Ancestry['holds'] = async (commit) => await ancestry.holds(commit);
  const search = head && (await searchCommitsAbout(query, { head, holds, topK: most.commits }));
  if (search?.kind !== 'relevant') return [];
  const found = search.hits.slice(0, most.commits).map((hit) => describeHit(hit, focus));
  return offer(found, renderCommit, roomTokens);
}

function describeHit(hit: CommitHit, focus: CardFocus): Omit<RecalledCommit, keyof Offered> {
  const { id, subject, message, committedAtMs, confidence, revertedBy } = hit;
  const body = message.slice(message.indexOf(subject) + subject.length).trim();
  return {
    id,
    subject: quotedLine(subject),
    passage: quotedLine(selectText(quoteText(body), longestPassage, focus), longestPassage),
    committedOn: isoDate(committedAtMs),
    confidence,
    files: hit.files.slice(0, most.filesOfCommit).map(({ path }) => quotedLine(path)),
    ...(revertedBy === undefined ? {} : { revertedBy }),
  };
}

interface PlaceOffer {
  /** Likeliest first; absent where nothing was located. */
  readonly located?: LocatedPlaces | undefined;
  readonly roomTokens: number;
}

/** Offers files to look at, with functions of them; none where the code is not likely about the question. */
export function offerPlaces({ located, roomTokens }: PlaceOffer): readonly RecalledPlace[] {
  if (located === undefined || roomTokens <= 0) return [];
  const isLikely = ({ confidence }: Pick<LikelyFile, 'confidence'>) => confidence >= leastConfidence;
  const found = located.files
    .filter(isLikely)
    .slice(0, most.places)
    .map(({ path, confidence }) => {
      const functions = located.functions
        .filter((each) => each.path === path && isLikely(each))
        .slice(0, most.functionsOfPlace);
      return {
        path: quotedLine(path),
        functions: functions.map(({ name }) => quotedLine(name)),
        functionConfidences: functions.map((each) => each.confidence),
        confidence,
      };
    });
  return offer(found, renderPlace, roomTokens);
}

interface SummaryOffer extends PlaceOffer {
  readonly request: Asked;
}

/**
 * Offers summaries of the likely files: of the located ones, else of those whose summary is nearest to the question,
 * which takes longer than all else of a recall. Files whose code says nothing of that are left out.
 */
export async function offerSummaries(
  { request, located, roomTokens }: SummaryOffer,
  dependencies: Pick<RecallDependencies, 'searchSummariesAbout' | 'ancestry' | 'repositoryId' | 'scopes'>,
): Promise<readonly RecalledSummary[]> {
  if (roomTokens <= 0) return [];
  const places = located?.files.filter(({ confidence }) => confidence >= leastConfidence) ?? [];
  const likely = places.length > 0 ? places : await searchSummaries(request, dependencies);
  const found = likely
    .flatMap(({ path, purpose, confidence }) =>
      purpose === undefined || confidence < leastConfidence
        ? []
        : [{ path: quotedLine(path), purpose: quotedLine(purpose, longestPassage), confidence }],
    )
    .slice(0, most.summaries);
  return offer(found, renderSummary, roomTokens);
}

async function searchSummaries(
  { moment, query = '', failure, asOf }: Asked,
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
