import { compilePerhaps } from '../../cards/compile-perhaps.ts';
import type { RecalledCommit, RecalledPlace, RecalledSummary } from '../../model/answers/recollection.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { type AnswerVerdict, answerLevel } from './judge-answer.ts';
import { wantsPlaces } from './locate-places.ts';
import { offerCommits } from './offer-commits.ts';
import { offerPlaces } from './offer-places.ts';
import { offerSummaries } from './offer-summaries.ts';
import { type Packable, type PackedMemories, packMemories } from './pack-memories.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface Filling extends Packable {
  readonly request: RecallMemoriesRequest;
  /** The question, without secrets. */
  readonly query: Pick<QueryProfile, 'words'>;
  /** Absent where nothing was asked in words alone. */
  readonly answer: AnswerVerdict | undefined;
  /** Where what was asked is likely about; asked for only where {@link wantsPlaces} says so. */
  readonly locate: () => Promise<LocatedPlaces | undefined>;
}

export interface FilledPack {
  readonly packed: PackedMemories;
  readonly commits: readonly RecalledCommit[];
  readonly places: readonly RecalledPlace[];
  readonly summaries: readonly RecalledSummary[];
}

/**
 * Fills the budget: cards of the memories that are likely to answer, a line for each that perhaps does, commits, and places and summaries
 * where they may help. Where something is remembered near these places, both go before the commits, which are less sure.
 */
export async function fillPack(filling: Filling, dependencies: RecallDependencies): Promise<FilledPack> {
  const { request, locate, answer, considered, budgetTokens, focus } = filling;
  const isNear = ({ reached }: ConsideredCandidate) => reached !== undefined;
  const answers = packAnswers(
    filling,
    considered.filter((one) => !isNear(one)),
  );
  const isPlaceWanted = wantsPlaces(request, answer);
  const roomBeside = (...lists: readonly (readonly { readonly tokens: number }[])[]) =>
    budgetTokens - frameTokens - tokensOf([...answers.cards, ...lists.flat()]);
  const offerPlacesIn = async (roomTokens: number) =>
    isPlaceWanted && roomTokens > 0 ? offerPlaces({ located: await locate(), roomTokens }) : [];
  const offerCommitsIn = async (roomTokens: number) =>
    await offerCommits({ request, focus, roomTokens }, dependencies);
  const offerSummariesIn = async (roomTokens: number) =>
    isPlaceWanted ? await offerSummaries({ request, located: await locate(), roomTokens }, dependencies) : [];
  if (!considered.some(isNear)) {
    const commits = await offerCommitsIn(roomBeside());
    const places = await offerPlacesIn(roomBeside(commits));
    const summaries = await offerSummariesIn(roomBeside(commits, places));
    return { packed: answers, commits, places, summaries };
  }
  const places = await offerPlacesIn(roomBeside());
  const near = packMemories({
    ...filling,
    considered: considered.filter(isNear),
    budgetTokens: frameTokens + roomBeside(places),
  });
  const commits = await offerCommitsIn(roomBeside(places, near.cards));
  const summaries = await offerSummariesIn(roomBeside(places, near.cards, commits));
  const packed = new Map([...answers.considered, ...near.considered].map((one) => [one.item.id, one]));
  return {
    packed: {
      ...answers,
      considered: considered.map((one) => packed.get(one.item.id) ?? one),
      cards: [...answers.cards, ...near.cards],
    },
    ...{ commits, places, summaries },
  };
}

/** Cards of what is likely to answer; what perhaps does in a line, after them. */
function packAnswers(filling: Filling, considered: readonly ConsideredCandidate[]): PackedMemories {
  const isPerhaps = (one: ConsideredCandidate) =>
    filling.answer !== undefined && one.omitted === undefined && answerLevel(one) === 'perhaps';
  const packed = packMemories({ ...filling, considered: considered.filter((one) => !isPerhaps(one)) });
  const perhaps = considered.filter((one) => isPerhaps(one) && one.admission.admitted);
  const lines = compilePerhaps(
    perhaps.map(({ item, answer, freshness }) => ({
      item,
      terms: answer?.evidence.terms ?? [],
      mark: item.status === 'superseded' ? 'superseded' : freshness === 'stale' ? 'stale' : undefined,
      utility: answer?.confidence ?? 0,
    })),
    filling.query.words,
  );
  let room = filling.budgetTokens - frameTokens - tokensOf(packed.cards);
  const fitting = lines.filter(({ tokens }) => {
    if (tokens > room) return false;
    room -= tokens;
    return true;
  });
  const known = new Map(packed.considered.map((one) => [one.item.id, one]));
  const unlined = new Set(perhaps.slice(lines.length).map(({ item }) => item.id));
  return {
    ...packed,
    considered: considered.map((one) =>
      unlined.has(one.item.id) ? { ...one, omitted: 'not_among_the_best' } : (known.get(one.item.id) ?? one),
    ),
    cards: [...packed.cards, ...fitting],
  };
}

function tokensOf(units: readonly { readonly tokens: number }[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
