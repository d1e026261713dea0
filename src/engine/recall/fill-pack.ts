import { saysWhatToDo } from '../../cards/audit-card.ts';
import { compileCard } from '../../cards/compile-card.ts';
import type { CardFocus } from '../../cards/select-passages.ts';
import { compilePerhaps } from '../../cards/short-cards.ts';
import type { RecalledCommit, RecalledPlace, RecalledSummary } from '../../model/answers/recollection.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Disclosure, MemoryCard } from '../../model/card.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import type { GateAction } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import { originShare, packUnits } from '../../packing/pack-units.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type RankedItems, workingFileBoost } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { ConsideredCandidate } from './considered-candidate.ts';
import { type AnswerVerdict, answerLevel } from './judge-answer.ts';
import { offerCommits, offerPlaces, offerSummaries } from './offer-beside.ts';
import { wantsPlaces } from './places.ts';
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

interface FilledPack {
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

/** What is shown of what was considered. */
export interface PackedMemories {
  readonly considered: readonly ConsideredCandidate[];
  /** Cards that fit. */
  readonly cards: readonly MemoryCard[];
  readonly budgetTokens: number;
}

const uncomparedWorth = 0.001;
/** The full card where there is room for it: two lines of two memories are worth less than one card of the likelier. */
const shorterForms: readonly CardForm[] = [
  { form: 'selective_detail', share: 1 },
  { form: 'summary', share: 0.7 },
  { form: 'index', share: 0.4 },
];

/** What may be shown, and how much of it. */
interface Packable {
  readonly considered: readonly ConsideredCandidate[];
  readonly focus: CardFocus;
  readonly budgetTokens: number;
  readonly action: GateAction | undefined;
  /** What is shown rests on the place that its fix changed. */
  readonly isByPlace?: boolean;
  /** It is offered to somebody who did not ask. */
  readonly isUnasked: boolean;
  /** Of what was asked for; what nobody asked for is told as a card: long enough to act on, short enough to skip. */
  readonly disclosure: Disclosure;
  /** What contradicts each other may share the pack. */
  readonly mayContradict?: boolean;
}

/**
 * What is chosen as cards, those that are most useful together within the budget: of three in short, a line each; of a wide search, with a
 * warning. What contradicts each other never shares a pack, whichever of them the gate saw first.
 */
export function packMemories({
  considered,
  focus,
  budgetTokens,
  action,
  isUnasked,
  isByPlace = false,
  disclosure,
  mayContradict = false,
}: Packable): PackedMemories {
  const unasked = action === 'top3_summary' ? 'summary' : 'selective_detail';
  const mostOf = ({ trust }: MemoryItem) =>
    isUnasked && !isTrustedAs(trust, 'verified') ? originShare * budgetTokens : undefined;
  const forms = formsOf(isUnasked ? unasked : disclosure, isUnasked);
  const isAnswered = considered.some(({ answer }) => answer !== undefined);
  const keptOut = considered.filter(({ admission }) => admission.refusals.includes('contradicts_another'));
  const units = considered
    .filter(({ omitted, admission }) => admission.admitted && omitted === undefined)
    .flatMap((candidate) => {
      const { item, standing, strength, sameness, place, reached, freshness, saidBefore } = candidate;
      const against = mayContradict ? [] : contradictedBy(item);
      const otherwiseIn = keptOut.find((other) => contradict(candidate, other))?.item.id;
      return forms.map(({ form, share }) => {
        const card = compileCard({
          item,
          outcomes: standing.outcomes,
          focus,
          isUnasked,
          utility: worthOf(candidate, isAnswered),
          disclosure: form,
          place: isByPlace ? place : undefined,
          reached,
          caveat: strength === 'same' ? sameness?.caveat : undefined,
          isUnverified: action === 'high_recall_retrieval' ? true : undefined,
          isStale: freshness === 'stale' ? true : undefined,
          otherwiseIn: (isUnasked ? undefined : otherwiseIn) ?? saidBefore,
          mostTokens: mostOf(item),
        });
        return {
          id: unitId(item.id, form),
          tokens: card.tokens,
          utility: share * card.utility,
          // A memory is told in one form, and beside no form of what contradicts it.
          conflictsWith: forms.flatMap((other) => [
            ...against.map((id) => unitId(id, other.form)),
            ...(other.form === form ? [] : [unitId(item.id, other.form)]),
          ]),
          card,
          item,
        };
      });
    })
    .filter(({ item, tokens }) => tokens <= (mostOf(item) ?? tokens));
  const sound = units.filter(({ card }) => saysWhatToDo(card));
  const packed = packUnits(sound, budgetTokens - frameTokens);
  const unsound = new Set(units.filter((unit) => !sound.includes(unit)).map(({ item }) => item.id));
  return {
    considered: considered.map((candidate) =>
      unsound.has(candidate.item.id) ? { ...candidate, omitted: 'says_nothing' } : candidate,
    ),
    cards: packed.units.map(({ card }) => card),
    budgetTokens,
  };
}

interface CardForm {
  readonly form: Disclosure;
  /** Of what the memory is worth, told in full. */
  readonly share: number;
}

/** What is asked for has room in a line where it has none as a card. Whoever chose another length gets that; whoever did not ask, too. */
function formsOf(disclosure: Disclosure, isUnasked: boolean): readonly CardForm[] {
  if (isUnasked || disclosure !== 'selective_detail') return [{ form: disclosure, share: 1 }];
  return shorterForms;
}

function unitId(id: ItemId, form: Disclosure): string {
  return `${id} ${form}`;
}

/**
 * What fills a pack: the fix of this very failure first; of what was asked in words, what is likely to answer it, as it is ordered by, and
 * what was too far down to be compared last. The proxy of the receipt does not fill it, nor does a learned ranker: both did worse (docs/research/cards.md).
 *
 * @param isAnswered some were compared with the question
 */
function worthOf(
  { strength, comparison, answer, relevance, aboutWork, reached }: ConsideredCandidate,
  isAnswered: boolean,
): number {
  if (strength === 'same') return 1;
  if (reached !== undefined) return reached.confidence;
  if (comparison !== undefined) return comparison.value;
  if (answer === undefined) return isAnswered ? uncomparedWorth * relevance : relevance;
  return Math.min(1, (aboutWork ? workingFileBoost : 1) * answer.confidence);
}

function contradict(one: ConsideredCandidate, other: ConsideredCandidate): boolean {
  return [[one, other.item.id] as const, [other, one.item.id] as const].some(
    ([{ item, contrary = [] }, id]) => [...contradictedBy(item), ...contrary].includes(id),
  );
}

function contradictedBy({ relatedItems }: MemoryItem): readonly ItemId[] {
  return relatedItems
    .filter(({ relation }) => relation === 'contradicts' || relation === 'may_supersede')
    .map(({ id }) => id);
}

/** The terms of what is asked, each with its weight in choosing what of a long memory is shown: rare ones tell more. */
export function weighTerms(
  { words, failure }: Pick<QueryProfile, 'words' | 'failure'>,
  rarityOf: RankedItems['rarityOf'],
): ReadonlyMap<string, number> {
  return new Map([...queryTerms(words, failure).keys()].map((term) => [term, rarityOf(term) ?? 1]));
}
