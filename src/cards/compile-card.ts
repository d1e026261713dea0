import type { ItemId, RedactedText } from '../model/brands.ts';
import type { Disclosure, GraphReach, MemoryCard } from '../model/card.ts';
import type { OutcomeCounts } from '../model/decision.ts';
import type { LikelyFunction } from '../model/evidence.ts';
import type { SamenessCaveat } from '../model/failure.ts';
import { type MemoryItem, seenFixOf } from '../model/memory-item.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { describeCaveat, times } from '../wording/descriptions.ts';
import { formatShare, isoDate } from '../wording/formats.ts';
import { cardOf, cardTrigger, noText, quoteText } from './card-parts.ts';
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
  /** The question; of a long memory, the passages about it are shown. */
  readonly focus?: CardFocus | undefined;
  /** It is offered unasked. */
  readonly isUnasked?: boolean | undefined;
  /** Default: `selective_detail`. */
  readonly disclosure?: Disclosure | undefined;
  /** It may not be about the failure at hand. */
  readonly isUnverified?: true | undefined;
  /** Its subject changed since. */
  readonly isStale?: true | undefined;
  /** Its change stands in the code. */
  readonly isApplied?: true | undefined;
  /** Memory that may say otherwise and is kept out of the same answer. */
  readonly otherwiseIn?: ItemId | undefined;
  /** Its failure is the one at hand but for this. */
  readonly caveat?: SamenessCaveat | undefined;
  /** It is shown for the function that its fix changed, not for its failure. */
  readonly place?: Pick<LikelyFunction, 'path' | 'name'> | undefined;
  /** It is shown for a neighbour. */
  readonly reached?: GraphReach | undefined;
  /** Longer cards are shortened; a card that stays longer has said as little as it can. Default: no limit. */
  readonly mostTokens?: number | undefined;
}

/** Tokens of each further remark on a memory in the first line of a card, in every form of it. */
const tokensOf = { superseded: 16, otherwise: 14, unverified: 10, stale: 10, caveat: 6 } as const;
const longestStalePath = 120;
/** Tokens of the remark that a card is about a place. */
const placeTokens = 24;
/** An index is read to choose by: the memory's text is enough, and its id stands before it. */
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
 * The shortest form of a memory that still helps: when it applies, what to do, and its support. Made from the memory
 * and the question alone, so equal ones give equal cards.
 */
export function compileCard(request: CardRequest): MemoryCard {
  const { item, focus, place, reached, isUnasked = false, disclosure = 'selective_detail' } = request;
  const { mostTokens = Number.POSITIVE_INFINITY } = request;
  const seen = isUnasked ? seenFixOf(item) : undefined;
  const whole = seen === undefined ? compileWholeCard(request) : compileSeenCard(request, seen);
  const near = reached === undefined ? whole : reachedCard(whole, reached);
  const placed = place === undefined ? near : placeCard(near, place);
  const labelled = { ...placed, ...labelsOf(request, seen !== undefined) };
  const card = { ...labelled, tokens: labelled.tokens + tokensOfLabels(labelled) };
  const isLong = disclosure === 'selective_detail' || disclosure === 'full_pack';
  const told = isLong ? card : shortCard(longestShort[disclosure]);
  if (told.tokens <= mostTokens) return told;
  const { trigger } = longestShort.summary;
  const shorter = longestHints.map((hint) => shortCard({ trigger, hint, keepsLines: true }));
  return shorter.find(({ tokens }) => tokens <= mostTokens) ?? shorter.at(-1) ?? told;

  function shortCard(longest: ShortLengths): MemoryCard {
    const hint = selectText(seen ?? item.content, longest.hint, focus);
    const short = shorten(card, hint, longest);
    // However short it is, it says why it is shown.
    return place === undefined && reached === undefined
      ? short
      : { ...short, evidence: card.evidence, tokens: short.tokens + estimateTokens(card.evidence) };
  }
}

/** @param isUnconfirmed then nothing that an earlier output said is told */
function labelsOf(
  { item, caveat, isApplied, isStale, isUnverified, otherwiseIn }: CardRequest,
  isUnconfirmed: boolean,
): Pick<MemoryCard, 'caveat' | 'staleAbout' | 'isUnverified' | 'otherwiseIn'> {
  const { knownSays: _, ...atHand } = caveat ?? {};
  const told = caveat === undefined || !isUnconfirmed ? caveat : (atHand as SamenessCaveat);
  const applied = isApplied ? '; this was done then and stands in the code: the like may be needed' : '';
  return {
    ...(told === undefined ? {} : { caveat: quoteText(`${describeCaveat(told)}${applied}`) }),
    ...(isStale ? { staleAbout: staleAbout(item) } : {}),
    ...(isUnverified ? { isUnverified } : {}),
    ...(otherwiseIn === undefined ? {} : { otherwiseIn }),
  };
}

function tokensOfLabels({
  staleAbout: about,
  isUnverified,
  supersededById,
  otherwiseIn,
  caveat,
}: MemoryCard): number {
  return (
    (caveat === undefined ? 0 : tokensOf.caveat + estimateTokens(caveat)) +
    (about === undefined ? 0 : tokensOf.stale + estimateTokens(about)) +
    (isUnverified ? tokensOf.unverified : 0) +
    (supersededById === undefined ? 0 : tokensOf.superseded) +
    (otherwiseIn === undefined ? 0 : tokensOf.otherwise)
  );
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

/** Says why it is shown, and how likely that matters: its text was not asked for. */
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

function compileWholeCard({ item, outcomes, utility, focus, disclosure }: CardRequest): MemoryCard {
  const longest = disclosure === 'full_pack' ? readCharacters : longestHint;
  const beyondCard = item.content.slice(longestHint, longest);
  return {
    ...cardOf(item, {
      trigger: quoteText(cardTrigger(item)),
      evidence: quoteText(joined(...describeSupport(item), ...describeOutcomes(outcomes))),
      actionHint: quoteText(selectPassages(item.content, item.id, focus, longest)),
      utility,
    }),
    tokens: item.tokenCost + tokensBeyond(item, beyondCard),
  };
}

/**
 * Tokens beyond a full card. The stored cost is that of the densest passages that fill a card, so no other
 * part of the text has more tokens for its length; and each line is indented.
 */
function tokensBeyond({ tokenCost }: MemoryItem, text: string): number {
  return Math.max(estimateTokens(text), Math.ceil((tokenCost * text.length) / longestHint)) + linesOf(text);
}

/** When it applies and what to do; the rest is read by its id. */
function shorten(card: MemoryCard, hint: string, longest: ShortLengths): MemoryCard {
  const trigger = longest.trigger === 0 ? noText : clip(card.trigger, longest.trigger);
  const actionHint = longest.keepsLines
    ? cut(quoteText(hint), longest.hint)
    : clip(quoteText(hint), longest.hint);
  return {
    ...card,
    trigger,
    actionHint,
    evidence: noText,
    failureIfIgnored: noText,
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

/** Which of several files changed is not kept: the first is named, and how many there are. */
function staleAbout({ anchors }: MemoryItem): RedactedText {
  const [first, ...others] = new Set(anchors.map(({ path }) => path));
  if (first === undefined) return 'what it is about' as RedactedText;
  // It stands among labels of ours, which it may not imitate.
  const named = quoteText(first.replaceAll(/[\s();]+/g, ' '));
  const path = named.length > longestStalePath ? `…${named.slice(-longestStalePath)}` : named;
  return (others.length === 0 ? path : `${path} or ${others.length} more`) as RedactedText;
}

/** Tokens of the line that identifies the memory, and of the names of its fields. */
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

/** A card that holds no words of a speaker or of output, only the change; the agent has just seen the failure. */
function compileSeenCard({ item, outcomes, utility }: CardRequest, seen: string): MemoryCard {
  const { supersededById: _, ...card } = cardOf(item, {
    trigger: '' as RedactedText,
    evidence: quoteText(joined(...timesFailed(outcomes))),
    actionHint: quoteText(seen),
    utility,
  });
  return { ...card, isSeen: true, tokens: item.tokenCost };
}

/** Whether a card says all of a memory's content. */
export function isShownInFull({ content }: MemoryItem): boolean {
  return content.length <= longestHint;
}

/** Describes what a fix did, when and where. Other memories rest on their speaker, who stands in the first line. */
function describeSupport({ body, createdAtMs, references, trust }: MemoryItem): readonly string[] {
  if (body?.kind !== 'variant') return [];
  const done = trust === 'untrusted' ? 'said to have resolved it' : 'resolved it';
  const changed = (body.changed ?? []).map(({ path }) => path);
  const places = [...new Set(changed.length > 0 ? changed : references)].slice(0, 3);
  return [`${done} on ${isoDate(createdAtMs)}`, ...(places.length > 0 ? [`in ${places.join(', ')}`] : [])];
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}

function describeOutcomes(outcomes: OutcomeCounts): readonly string[] {
  const helped = (outcomes.verified ?? 0) + (outcomes.accepted ?? 0);
  return [...(helped > 0 ? [`helped ${times(helped)} since`] : []), ...timesFailed(outcomes)];
}

function timesFailed({ rejected = 0, false_positive: wrong = 0 }: OutcomeCounts): readonly string[] {
  return rejected + wrong > 0 ? [`did not help ${times(rejected + wrong)}`] : [];
}
