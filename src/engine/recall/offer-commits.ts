import { quoteText } from '../../cards/quote-text.ts';
import { type CardFocus, selectText } from '../../cards/select-passages.ts';
import type { CommitHit } from '../../model/answers/commit-answers.ts';
import type { RecalledCommit } from '../../model/answers/recollection.ts';
import type { RedactedText } from '../../model/brands.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderCommit } from '../../packing/render-commit.ts';
import type { Ancestry } from '../../ports/git-reader.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { readsRepository } from './reads-repository.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface OfferRequest {
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
  { request: { moment, query = '' }, focus, roomTokens }: OfferRequest,
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
