import type { RecalledCommit, RecalledPlace, RecalledSummary } from '../../model/answers/recollection.ts';
import type { LocatedPlaces } from '../../model/located-places.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { offerCommits } from './offer-commits.ts';
import { offerPlaces } from './offer-places.ts';
import { offerSummaries } from './offer-summaries.ts';
import { type Packable, type PackedMemories, packMemories } from './pack-memories.ts';
import type { RecallDependencies } from './recall-dependencies.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

interface Filling extends Packable {
  readonly request: RecallMemoriesRequest;
  /** Where what was asked is likely about; asked for only where no memory answers. */
  readonly locate: () => Promise<LocatedPlaces | undefined>;
}

export interface FilledPack {
  readonly packed: PackedMemories;
  readonly commits: readonly RecalledCommit[];
  readonly places: readonly RecalledPlace[];
  readonly summaries: readonly RecalledSummary[];
}

/**
 * Fills the budget: the memories that answer, commits, and places and summaries where none answers. Where something is remembered near these places, both go before the
 * commits, which are less sure.
 */
export async function fillPack(filling: Filling, dependencies: RecallDependencies): Promise<FilledPack> {
  const { request, locate, considered, budgetTokens, focus } = filling;
  const isNear = ({ reached }: ConsideredCandidate) => reached !== undefined;
  const answers = packMemories({ ...filling, considered: considered.filter((one) => !isNear(one)) });
  const roomBeside = (...lists: readonly (readonly { readonly tokens: number }[])[]) =>
    budgetTokens - frameTokens - tokensOf([...answers.cards, ...lists.flat()]);
  const offerPlacesIn = async (roomTokens: number) =>
    answers.cards.length > 0 || roomTokens <= 0 ? [] : offerPlaces({ located: await locate(), roomTokens });
  const offerCommitsIn = async (roomTokens: number) =>
    await offerCommits({ request, focus, roomTokens }, dependencies);
  const offerSummariesIn = async (roomTokens: number) =>
    answers.cards.length > 0 || roomTokens <= 0
      ? []
      : await offerSummaries({ request, located: await locate(), roomTokens }, dependencies);
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

function tokensOf(units: readonly { readonly tokens: number }[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
