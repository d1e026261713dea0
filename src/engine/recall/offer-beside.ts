import { quoteText } from '../../cards/quote-text.ts';
import { type CardFocus, selectText } from '../../cards/select-passages.ts';
import { estimateSummary } from '../../codebase/search-summaries.ts';
import type { CommitHit } from '../../model/answers/commit-answers.ts';
import type { RecalledCommit, RecalledPlace, RecalledSummary } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import type { LikelyFile, LocatedPlaces } from '../../model/evidence.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderCommit, renderPlace, renderSummary } from '../../packing/render-beside.ts';
import type { Ancestry } from '../../ports/git-reader.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { readsRepository } from './places.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface CommitOffer {
  readonly request: Pick<RecallMemoriesRequest, 'moment' | 'query'>;
  readonly focus: CardFocus;
  /** Tokens that the memories leave. */
  readonly roomTokens: number;
}

const mostCommits = 3;
const longestSubject = 160;
const longestPassage = 240;
/** A sweeping commit has more, which tell nothing. */
const mostFiles = 12;

/**
 * Commits that are likely to bear on what is asked in words, as far as there is room beside the memories. They are found by the same
 * search, and as sure, as `search-commits` is, but nothing is indexed for them: whoever asks for memories does not wait for that.
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
  const search = head && (await searchCommitsAbout(query, { head, holds, topK: mostCommits }));
  if (search?.kind !== 'relevant') return [];
  const units = search.hits.slice(0, mostCommits).map((hit) => {
    const commit = describeHit(hit, focus);
    return { id: hit.id, tokens: commit.tokens, utility: hit.confidence, commit };
  });
  return packUnits(units, roomTokens).units.map(({ commit }) => commit);
}

function describeHit(hit: CommitHit, focus: CardFocus): RecalledCommit {
  const { id, subject, message, committedAtMs, confidence, revertedBy } = hit;
  const body = message.slice(message.indexOf(subject) + subject.length).trim();
  const commit = {
    id,
    subject: oneLine(subject, longestSubject),
    passage: oneLine(selectText(quoteText(body), longestPassage, focus), longestPassage),
    committedOn: new Date(committedAtMs).toISOString().slice(0, 10),
    confidence,
    files: hit.files.slice(0, mostFiles).map(({ path }) => oneLine(path, longestSubject)),
    trust: 'untrusted' as const,
    ...(revertedBy === undefined ? {} : { revertedBy }),
    tokens: 0,
  };
  return { ...commit, tokens: estimateTokens(renderCommit(commit)) + 1 };
}

/** Quoted first, because that takes what some terminals end a line with (U+0085) for an end of a line. */
function oneLine(text: string, longest: number): RedactedText {
  const line = quoteText(text).replaceAll(/\s+/g, ' ').trim();
  return (line.length > longest ? `${line.slice(0, longest)}…` : line) as RedactedText;
}

interface PlaceOffer {
  /** Likeliest first; absent where nothing was located. */
  readonly located: LocatedPlaces | undefined;
  /** Tokens that memories and commits leave. */
  readonly roomTokens: number;
}

const mostPlaces = 3;
const mostFunctions = 4;
/** Likelier wrong than three to one is no place to send somebody to. */
const leastConfidence = 0.25;
const longestName = 160;

/** Files to look at, with functions of them, as far as there is room. Where the code is not likely about what was asked, nothing is said. */
export function offerPlaces({ located, roomTokens }: PlaceOffer): readonly RecalledPlace[] {
  if (located === undefined || roomTokens <= 0) return [];
  const units = located.files
    .filter(({ confidence }) => confidence >= leastConfidence)
    .slice(0, mostPlaces)
    .map((file) => {
      const place = describePlace(file, located.functions);
      return { id: file.path, tokens: place.tokens, utility: file.confidence, place };
    });
  return packUnits(units, roomTokens).units.map(({ place }) => place);
}

function describePlace(
  { path, confidence }: LocatedPlaces['files'][number],
  functions: LocatedPlaces['functions'],
): RecalledPlace {
  const likely = functions
    .filter((each) => each.path === path && each.confidence >= leastConfidence)
    .slice(0, mostFunctions);
  const place = {
    path: oneLine(path, longestName),
    functions: likely.map(({ name }) => oneLine(name, longestName)),
    functionConfidences: likely.map((each) => each.confidence),
    confidence,
    trust: 'untrusted' as const,
    tokens: 0,
  };
  return { ...place, tokens: estimateTokens(renderPlace(place)) + 1 };
}

interface SummaryOffer {
  readonly request: Pick<RecallMemoriesRequest, 'moment' | 'query' | 'failure' | 'asOf'>;
  /** Where what was asked is likely about, likeliest first. */
  readonly located?: LocatedPlaces | undefined;
  /** Tokens that memories, commits and places leave. */
  readonly roomTokens: number;
}

const mostSummaries = 2;
const longestPath = 160;
const longestPurpose = 240;
/** Longer texts say no more of what is asked. */
const longestQuery = 20_000;

/**
 * What likely files are for, as far as there is room: of those that were located, else of those whose summary is nearest to the question,
 * which takes longer than all else of a recall. Files whose code says nothing of that are left out.
 */
export async function offerSummaries(
  { request, located, roomTokens }: SummaryOffer,
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
  { moment, query = '', failure, asOf }: SummaryOffer['request'],
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
