import type { ItemId, RedactedText } from '../model/brands.ts';
import type { Disclosure, GraphReach, MemoryCard } from '../model/card.ts';
import type { OutcomeCounts } from '../model/decision.ts';
import type { LikelyFunction } from '../model/evidence.ts';
import type { SamenessCaveat } from '../model/failure.ts';
import { failureOf } from '../model/item-body.ts';
import { type MemoryItem, seenFixOf } from '../model/memory-item.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { describeCaveat } from '../wording/describe-caveat.ts';
import { formatShare } from '../wording/format-number.ts';
import { cardTrigger } from './card-trigger.ts';
import { quoteText } from './quote-text.ts';
import {
  type CardFocus,
  longestHint,
  readCharacters,
  selectPassages,
  selectText,
} from './select-passages.ts';

/** Everything a card says beside the memory itself. */
interface CardRequest {
  readonly item: MemoryItem;
  readonly outcomes: OutcomeCounts;
  /** 0–1. */
  readonly utility: number;
  /** What is asked; of a long memory, the passages about it are shown. */
  readonly focus?: CardFocus | undefined;
  /** It is offered to somebody who did not ask. */
  readonly isUnasked?: boolean | undefined;
  /** Default: `selective_detail`. */
  readonly disclosure?: Disclosure | undefined;
  /** Nothing says that it is about the failure at hand. */
  readonly isUnverified?: true | undefined;
  /** What it is about changed since. */
  readonly isStale?: true | undefined;
  /** What may say otherwise and is kept out of the same answer. */
  readonly otherwiseIn?: ItemId | undefined;
  /** Its failure is the one at hand but for this. */
  readonly caveat?: SamenessCaveat | undefined;
  /** It is shown for the function that its fix changed, not for its failure. */
  readonly place?: Pick<LikelyFunction, 'path' | 'name'> | undefined;
  /** It is shown for what it stands near. */
  readonly reached?: GraphReach | undefined;
  /** Longer cards are shortened; one that stays longer has said as little as it can. Default: no limit. */
  readonly mostTokens?: number | undefined;
}

const empty = '' as RedactedText;

/** What the label of a memory costs whose place another took. */
const labelTokens = 16;
/** What it costs to name what may say otherwise. */
const otherwiseTokens = 14;
/** What it costs to say that nothing speaks for a memory but its words. */
const unverifiedTokens = 10;
/** What it costs to say that the code is another one by now. */
const staleTokens = 10;
const longestStalePath = 120;
/** What it costs to say that a card is about a place. */
const placeTokens = 24;
/** What it costs to say that the failure differs in something. */
const caveatTokens = 6;
/** An index is read to choose by: what a memory says is enough, and its id stands before it. */
const longestShort = {
  index: { trigger: 0, hint: 100 },
  summary: { trigger: 100, hint: 180 },
} as const;

/** Characters of a hint that has to be shortened, as many as fit. */
const longestHints = [500, 350, 240, 160, 100];

interface ShortLengths {
  readonly trigger: number;
  readonly hint: number;
  /** A change is read line by line. */
  readonly keepsLines?: true;
}

/**
 * The shortest form of a memory that still helps: when it applies, what to do, what supports it.
 * Made from the memory and what is asked alone, so equal ones give equal cards.
 */
export function compileCard(request: CardRequest): MemoryCard {
  const { item, outcomes, utility, focus, isUnasked = false, isUnverified, isStale } = request;
  const { disclosure = 'selective_detail', otherwiseIn } = request;
  const seen = isUnasked ? seenFixOf(item) : undefined;
  const whole =
    seen === undefined ? compileWholeCard(request) : compileSeenCard(item, seen, { outcomes, utility });
  const near = request.reached === undefined ? whole : reachedCard(whole, request.reached);
  const placed = request.place === undefined ? near : placeCard(near, request.place);
  const named =
    request.caveat === undefined ? placed : caveatCard(placed, request.caveat, seen !== undefined);
  const dated = isStale ? staleCard(named, staleAbout(item)) : named;
  const marked = isUnverified ? { ...dated, isUnverified, tokens: dated.tokens + unverifiedTokens } : dated;
  const card =
    otherwiseIn === undefined ? marked : { ...marked, otherwiseIn, tokens: marked.tokens + otherwiseTokens };
  const isLong = disclosure === 'selective_detail' || disclosure === 'full_pack';
  const { mostTokens = Number.POSITIVE_INFINITY } = request;
  const told = isLong ? card : shortCard(longestShort[disclosure]);
  if (told.tokens <= mostTokens) return told;
  const { trigger } = longestShort.summary;
  const shorter = longestHints.map((hint) => shortCard({ trigger, hint, keepsLines: true }));
  return shorter.find(({ tokens }) => tokens <= mostTokens) ?? shorter.at(-1) ?? told;

  function shortCard(longest: ShortLengths): MemoryCard {
    const hint = selectText(seen ?? item.content, longest.hint, focus);
    const short = shorten(card, hint, longest);
    // However short it is, it says that nobody confirmed it.
    const isAnswer = request.place === undefined && request.reached === undefined;
    return seen === undefined && isAnswer
      ? short
      : { ...short, evidence: card.evidence, tokens: short.tokens + estimateTokens(card.evidence) };
  }
}

/** Says of which function it is a past fix; that the failure is the same is not known. */
function placeCard(card: MemoryCard, { path, name }: Pick<LikelyFunction, 'path' | 'name'>): MemoryCard {
  const trigger = quoteText(`this function was fixed before: \`${name}\` in ${path}`);
  const likely = 'it is likely to be changed now; whether the fault is the same is not known';
  return {
    ...card,
    trigger,
    evidence: quoteText(joined(card.evidence, likely)),
    tokens: card.tokens + estimateTokens(trigger) + placeTokens,
  };
}

/** Says why it is shown, and how likely that matters: what it says was not asked for. */
function reachedCard(card: MemoryCard, { from, edge, confidence }: GraphReach): MemoryCard {
  const share = formatShare(confidence);
  const why = quoteText(
    edge === 'task_memory'
      ? `NO ANSWER by its words, but about ${from}, where this likely belongs (${share})`
      : `NO ANSWER by its words, but linked with memory ${from.slice(0, 8)}, which is one (${share})`,
  );
  const evidence = quoteText(joined(why, card.evidence));
  return { ...card, evidence, tokens: card.tokens + estimateTokens(why) + 1 };
}

/**
 * Says in what the known failure differs from the one at hand.
 *
 * @param isUnconfirmed then nothing that an earlier output said is told
 */
function caveatCard(card: MemoryCard, told: SamenessCaveat, isUnconfirmed: boolean): MemoryCard {
  const { knownSays: _, ...atHand } = told;
  const caveat = quoteText(describeCaveat(isUnconfirmed ? atHand : told));
  return { ...card, caveat, tokens: card.tokens + caveatTokens + estimateTokens(caveat) };
}

function compileWholeCard({ item, outcomes, utility, focus, disclosure }: CardRequest): MemoryCard {
  const longest = disclosure === 'full_pack' ? readCharacters : longestHint;
  const beyondCard = item.content.slice(longestHint, longest);
  const { supersededById } = item.status === 'superseded' ? item : {};
  return {
    itemId: item.id,
    trigger: quoteText(cardTrigger(item)),
    evidence: quoteText(joined(...describeSupport(item), ...describeOutcomes(outcomes))),
    actionHint: quoteText(selectPassages(item.content, item.id, focus, longest)),
    failureIfIgnored: empty,
    scope: item.scope,
    provenance: {
      principal: item.principal,
      trust: item.trust,
      confirmedOn: new Date(item.updatedAtMs).toISOString().slice(0, 10),
    },
    ...(supersededById === undefined ? {} : { supersededById }),
    utility,
    tokens:
      item.tokenCost + (supersededById === undefined ? 0 : labelTokens) + tokensBeyond(item, beyondCard),
  };
}

/**
 * Tokens of what stands beyond a full card. What is stored is the cost of the densest passages that fill a card, so no other part of
 * the text has more tokens for its length; and each line is indented.
 */
function tokensBeyond({ tokenCost }: MemoryItem, text: string): number {
  return Math.max(estimateTokens(text), Math.ceil((tokenCost * text.length) / longestHint)) + linesOf(text);
}

/** When it applies and what to do; the rest is read by its id. */
function shorten(card: MemoryCard, hint: string, longest: ShortLengths): MemoryCard {
  const trigger = longest.trigger === 0 ? empty : clip(card.trigger, longest.trigger);
  const actionHint = longest.keepsLines
    ? cut(quoteText(hint), longest.hint)
    : clip(quoteText(hint), longest.hint);
  return {
    ...card,
    trigger,
    actionHint,
    evidence: empty,
    failureIfIgnored: empty,
    tokens: Math.min(
      card.tokens,
      headTokens +
        tokensOfLabels(card) +
        estimateTokens(trigger) +
        estimateTokens(actionHint) +
        linesOf(actionHint),
    ),
  };
}

function staleCard(card: MemoryCard, about: RedactedText): MemoryCard {
  return { ...card, staleAbout: about, tokens: card.tokens + tokensOfStale(about) };
}

/** Which of several files changed is not kept: the first is named, and how many there are. */
function staleAbout({ anchors }: MemoryItem): RedactedText {
  const [first, ...others] = new Set(anchors.map(({ path }) => path));
  if (first === undefined) return 'what it is about' as RedactedText;
  // It stands among labels of ours, which it may not imitate.
  const named = quoteText(first.replaceAll(/[\s();]+/g, ' '));
  const path = named.length > longestStalePath ? `…${named.slice(-longestStalePath)}` : named;
  return (others.length === 0 ? path : `${path} or ${others.length} more`) as RedactedText;
}

function tokensOfStale(about: RedactedText): number {
  return staleTokens + estimateTokens(about);
}

/** What is said of a memory in that line is said in every form. */
function tokensOfLabels({
  staleAbout,
  isUnverified,
  supersededById,
  otherwiseIn,
  caveat,
}: MemoryCard): number {
  return (
    (caveat === undefined ? 0 : caveatTokens + estimateTokens(caveat)) +
    (staleAbout === undefined ? 0 : tokensOfStale(staleAbout)) +
    (isUnverified ? unverifiedTokens : 0) +
    (supersededById === undefined ? 0 : labelTokens) +
    (otherwiseIn === undefined ? 0 : otherwiseTokens)
  );
}

/** Of the line that says which memory it is, and the names of its fields. */
const headTokens = 40;

function cut(text: RedactedText, longest: number): RedactedText {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/\s*\S*$/, '')} …` as RedactedText;
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

function clip(text: RedactedText, longest: number): RedactedText {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return (line.length > longest ? `${line.slice(0, longest)}…` : line) as RedactedText;
}

/** Nothing that anybody or any output said is in it, but the command and the change. */
function compileSeenCard(
  item: MemoryItem,
  seen: string,
  { outcomes, utility }: Pick<CardRequest, 'outcomes' | 'utility'>,
): MemoryCard {
  const { command } = failureOf(item.body) ?? {};
  const verified = new Date(item.updatedAtMs).toISOString().slice(0, 10);
  return {
    itemId: item.id,
    trigger: quoteText(`${command === undefined ? 'a command' : `\`${command.family}\``} fails in this way`),
    evidence: quoteText(
      joined(
        'seen in a session, not confirmed by a person: it passed after this',
        ...describeOutcomes(outcomes),
      ),
    ),
    actionHint: quoteText(seen),
    failureIfIgnored: empty,
    scope: item.scope,
    provenance: { principal: item.principal, trust: item.trust, confirmedOn: verified },
    utility,
    tokens: item.tokenCost,
  };
}

/** Whether a card says all of a memory's content. */
export function isShownInFull({ content }: MemoryItem): boolean {
  return content.length <= longestHint;
}

/** What a fix did, when and where. What speaks for other memories is who said them, which stands in the first line of the card. */
function describeSupport({ body, createdAtMs, references, trust }: MemoryItem): readonly string[] {
  if (body?.kind !== 'variant') return [];
  const done = trust === 'untrusted' ? 'said to have resolved it' : 'resolved it';
  const changed = (body.changed ?? []).map(({ path }) => path);
  const places = [...new Set(changed.length > 0 ? changed : references)].slice(0, 3);
  return [
    `${done} on ${new Date(createdAtMs).toISOString().slice(0, 10)}`,
    ...(places.length > 0 ? [`in ${places.join(', ')}`] : []),
  ];
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function describeOutcomes(outcomes: OutcomeCounts): readonly string[] {
  const helped = (outcomes.verified ?? 0) + (outcomes.accepted ?? 0);
  const failed = (outcomes.rejected ?? 0) + (outcomes.false_positive ?? 0);
  return [
    ...(helped > 0 ? [`helped ${times(helped)} since`] : []),
    ...(failed > 0 ? [`did not help ${times(failed)}`] : []),
  ];
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
