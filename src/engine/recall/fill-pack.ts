import { saysWhatToDo } from '../../cards/card-parts.ts';
import { compileCard } from '../../cards/compile-card.ts';
import type { CardFocus } from '../../cards/select-passages.ts';
import { compilePerhaps } from '../../cards/short-cards.ts';
import { contradict } from '../../gate/admit.ts';
import { type Beside, besideNames } from '../../model/answers/recollection.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Disclosure, MemoryCard } from '../../model/card.ts';
import type { PolicyVerdict } from '../../model/decision.ts';
import type { GateAction } from '../../model/gate.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs } from '../../model/provenance.ts';
import { originShare, packUnits } from '../../packing/pack-units.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import type { QueryProfile } from '../../query/profile-failure.ts';
import { queryTerms } from '../../retrieval/item-terms.ts';
import { type RankedItems, workingFileBoost } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { Candidate } from './candidate.ts';
import { type AnswerVerdict, answerLevel } from './judge-answer.ts';
import { offerCommits, offerPlaces, offerSummaries } from './offer-beside.ts';
import { offerExperiences, offerWays } from './offer-experiences.ts';
import { wantsPlaces } from './places.ts';
import type { Question } from './question.ts';

/** The considered memories, and the cards among them that are shown. */
export interface PackedMemories {
  readonly considered: readonly Candidate[];
  /** Cards that fit. */
  readonly cards: readonly MemoryCard[];
  readonly budgetTokens: number;
}

/** A pack: the cards, and the lines shown beside them. */
export interface Pack extends PackedMemories, Partial<Beside> {}

/** Length of a pack, its frame included; 0 of an empty one. */
export function tokensOfPack(pack: Omit<Pack, 'considered' | 'budgetTokens'>): number {
  const tokens = tokensOf([
    ...pack.cards,
    ...besideNames.flatMap((name): readonly Measured[] => pack[name] ?? []),
  ]);
  return tokens === 0 ? 0 : tokens + frameTokens;
}

/** The decisions that fill a pack. */
interface Filling {
  readonly considered: readonly Candidate[];
  readonly verdict: PolicyVerdict | undefined;
  /** Absent where nothing was asked in words alone. */
  readonly answer: AnswerVerdict | undefined;
  readonly rarityOf: RankedItems['rarityOf'];
}

/**
 * Fills the budget: cards of likely memories, a line for each possible one, commits, and places and summaries where they may
 * help. Where a memory is about these places, places and summaries go before the less sure commits.
 */
export async function fillPack(
  { considered, verdict, answer, rarityOf }: Filling,
  { request, query, moment, budgetTokens, locate }: Question,
  dependencies: RecallDependencies,
): Promise<Pack> {
  const { settings } = dependencies;
  const focus = focusOn(query, rarityOf);
  const terms = {
    ...{ focus, budgetTokens },
    mayContradict: !settings.memory.v3.contradiction.enabled,
    action: verdict?.action,
    isByPlace: verdict?.place !== undefined,
    isUnasked: !moment.asked,
    disclosure: request.disclosure ?? settings.disclosure.mode,
  };
  const near = considered.filter(({ reached }) => reached !== undefined);
  const found = considered.filter(({ reached }) => reached === undefined);
  const answers =
    answer === undefined
      ? packMemories({ ...terms, considered: found })
      : packAnswers({ ...terms, considered: found }, query.words);
  const located = wantsPlaces(request, answer) ? locate : undefined;
  const ways = offerWays(request, budgetTokens - frameTokens - tokensOf(answers.cards), dependencies);
  const roomAfter = (units: readonly Measured[]) =>
    budgetTokens - frameTokens - tokensOf([...answers.cards, ...ways, ...units]);
  const experiences = answer === undefined ? [] : offerExperiences(request, roomAfter([]), dependencies);
  const roomBeside = (...lists: readonly (readonly Measured[])[]) =>
    roomAfter([...experiences, ...lists.flat()]);
  const placesIn = async (roomTokens: number) =>
    roomTokens > 0 ? offerPlaces({ located: await located?.(), roomTokens }) : [];
  const commitsIn = (roomTokens: number) => offerCommits({ request, focus, roomTokens }, dependencies);
  const summariesIn = async (roomTokens: number) =>
    located ? await offerSummaries({ request, located: await located(), roomTokens }, dependencies) : [];
  if (near.length === 0) {
    const commits = await commitsIn(roomBeside());
    const places = await placesIn(roomBeside(commits));
    const summaries = await summariesIn(roomBeside(commits, places));
    return { ...answers, experiences, commits, places, summaries, ways };
  }
  const places = await placesIn(roomBeside());
  const beside = packMemories({
    ...{ ...terms, considered: near },
    budgetTokens: frameTokens + roomBeside(places),
  });
  const commits = await commitsIn(roomBeside(places, beside.cards));
  const summaries = await summariesIn(roomBeside(places, beside.cards, commits));
  const packed = new Map([...answers.considered, ...beside.considered].map((one) => [one.item.id, one]));
  return {
    ...answers,
    considered: considered.map((one) => packed.get(one.item.id) ?? one),
    cards: [...answers.cards, ...beside.cards],
    ...{ experiences, commits, places, summaries, ways },
  };
}

/** Cards of memories that likely answer a question in words; then, in a line each, those that perhaps do. */
function packAnswers(packable: Packable, question: string): PackedMemories {
  const { considered, budgetTokens } = packable;
  const isPerhaps = (one: Candidate) => one.omitted === undefined && answerLevel(one) === 'perhaps';
  const packed = packMemories({ ...packable, considered: considered.filter((one) => !isPerhaps(one)) });
  const perhaps = considered.filter((one) => isPerhaps(one) && one.admission.admitted);
  const lines = compilePerhaps(
    perhaps.map(({ item, answer, freshness }) => ({
      item,
      terms: answer?.evidence.terms ?? [],
      mark: item.status === 'superseded' ? 'superseded' : freshness === 'stale' ? 'stale' : undefined,
      utility: answer?.confidence ?? 0,
    })),
    question,
  );
  let room = budgetTokens - frameTokens - tokensOf(packed.cards);
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

interface Measured {
  readonly tokens: number;
}

function tokensOf(units: readonly Measured[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Weights the question's terms by rarity, to choose the shown part of a long memory. */
export function focusOn(
  { words, failure }: Pick<QueryProfile, 'words' | 'failure'>,
  rarityOf: RankedItems['rarityOf'],
): CardFocus {
  return {
    weights: new Map([...queryTerms(words, failure).keys()].map((term) => [term, rarityOf(term) ?? 1])),
  };
}

const uncomparedWorth = 0.001;
/** The full card where there is room for it: two lines of two memories are worth less than one card of the likelier. */
const shorterForms: readonly CardForm[] = [
  { form: 'selective_detail', share: 1 },
  { form: 'summary', share: 0.7 },
  { form: 'index', share: 0.4 },
];

/** Candidates that may be shown, and the terms of showing them. */
interface Packable {
  readonly considered: readonly Candidate[];
  readonly focus: CardFocus;
  readonly budgetTokens: number;
  readonly action: GateAction | undefined;
  /** The cards are shown for the place that their fix changed. */
  readonly isByPlace?: boolean;
  readonly isUnasked: boolean;
  /** Form of memories that were asked for; others are cards, long enough to act on, short enough to skip. */
  readonly disclosure: Disclosure;
  /** Memories that contradict each other may share the pack. */
  readonly mayContradict?: boolean;
}

/**
 * Chooses the cards that are most useful together within the budget: of three in short, a line each; of a wide search,
 * with a warning. Memories that contradict each other never share a pack, in either order.
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
          isApplied: freshness === 'applied' ? true : undefined,
          otherwiseIn: (isUnasked ? undefined : otherwiseIn) ?? saidBefore,
          mostTokens: mostOf(item),
        });
        return {
          id: unitId(item.id, form),
          tokens: card.tokens,
          utility: share * card.utility,
          // A memory is told in one form, and beside no form of a memory that contradicts it.
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
  /** Share of the memory's worth when it is told in full. */
  readonly share: number;
}

/** A memory that was asked for becomes a line where a card has no room, unless the user chose a length. */
function formsOf(disclosure: Disclosure, isUnasked: boolean): readonly CardForm[] {
  if (isUnasked || disclosure !== 'selective_detail') return [{ form: disclosure, share: 1 }];
  return shorterForms;
}

function unitId(id: ItemId, form: Disclosure): string {
  return `${id} ${form}`;
}

/**
 * Worth by which a pack is filled: the fix of this very failure first, then likely answers to a question in
 * words in their order, then candidates too far down to be compared. The proxy of Eq. 3 and a learned ranker
 * did worse (docs/research/cards.md).
 * @param isAnswered some were compared with the question
 */
function worthOf(
  { strength, comparison, answer, relevance, aboutWork, reached }: Candidate,
  isAnswered: boolean,
): number {
  if (strength === 'same') return 1;
  if (reached !== undefined) return reached.confidence;
  if (comparison !== undefined) return comparison.value;
  if (answer === undefined) return isAnswered ? uncomparedWorth * relevance : relevance;
  return Math.min(1, (aboutWork ? workingFileBoost : 1) * answer.confidence);
}

function contradictedBy({ relatedItems }: MemoryItem): readonly ItemId[] {
  return relatedItems
    .filter(({ relation }) => relation === 'contradicts' || relation === 'may_supersede')
    .map(({ id }) => id);
}
