import type { RedactedText } from '../model/brands.ts';
import type { MemoryCard } from '../model/card.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { splitPassages } from '../text/passages.ts';
import { countTerms, wordsByTerm } from '../text/terms.ts';
import { times } from '../wording/descriptions.ts';
import { cardOf, noText, placesOf, quoteText } from './card-parts.ts';
import { type CardFocus, selectPassages, selectText } from './select-passages.ts';

/** Longest text in a checklist; the rest is read by its id. */
const longestEntry = 320;

interface BriefCardRequest {
  readonly item: MemoryItem;
  /** 0–1. */
  readonly utility: number;
  readonly focus?: CardFocus | undefined;
}

/** One entry of a checklist: its text, scope, speaker and date. Its kind stands above it. */
export function compileBriefCard({ item, utility, focus }: BriefCardRequest): Omit<MemoryCard, 'tokens'> {
  return cardOf(item, {
    trigger: quoteText(placesOf(item).slice(0, 2).join(', ')),
    actionHint: quoteText(shortenEntry(item.content, focus)),
    utility,
  });
}

function shortenEntry(content: string, focus: CardFocus | undefined): string {
  const text = selectText(content, longestEntry, focus).replaceAll(/\s+/g, ' ').trim();
  return text.length < content.trim().length && content.length > longestEntry ? `${text} …` : text;
}

interface RuleCardRequest {
  readonly pattern: MemoryItem;
  readonly rule: RedactedText;
  /** How close the planned work is to the failures that it prevents, 0–1. */
  readonly nearness: number;
  /** Why it is offered, in words. */
  readonly reasons: readonly string[];
  readonly episodeCount: number;
}

/** A prevention rule as a card, offered before the failure. */
export function compileRuleCard(request: RuleCardRequest): MemoryCard {
  const { pattern, rule, nearness, reasons, episodeCount } = request;
  const symptom = pattern.body?.kind === 'pattern' ? pattern.body.symptom : pattern.title;
  const { supersededById: _, ...card } = cardOf(pattern, {
    trigger: quoteText(reasons.join('; ')),
    evidence: quoteText(`happened ${times(episodeCount)}`),
    actionHint: quoteText(selectPassages(rule, pattern.id)),
    failureIfIgnored: quoteText(selectPassages(symptom, pattern.id)),
    utility: nearness,
  });
  return { ...card, tokens: pattern.tokenCost };
}

/** Most memories that are told in a line. */
export const mostPerhaps = 3;

interface PerhapsAnswer {
  readonly item: MemoryItem;
  /** Terms of the question that it holds, the rarest first. */
  readonly terms: readonly string[];
  /** Further fact about it, in a word: `stale`. */
  readonly mark?: string | undefined;
  /** 0–1. */
  readonly utility: number;
}

/** Estimated tokens of all texts and reasons together, so that the lines with their ids have at most 60. */
const textTokens = 32;
const longestLine = 90;
const shortestText = 8;
const readCharacters = 20_000;
const longestWord = 12;
/** Tokens of a line without its texts, and of its share of the heading. */
const headTokens = 14;

/**
 * A line each for a few memories: the part about the question, and a word that both share.
 * @param question as it was asked, without secrets
 */
export function compilePerhaps(answers: readonly PerhapsAnswer[], question: string): readonly MemoryCard[] {
  const told = answers.slice(0, mostPerhaps);
  const words = wordsByTerm(question);
  const room = Math.floor(textTokens / Math.max(1, told.length));
  return told.map(({ item, terms, mark, utility }): MemoryCard => {
    const shared = terms.flatMap((term) => words.get(term)?.toLowerCase() ?? []);
    const word = shared.find(({ length }) => length <= longestWord) ?? 'parts of words';
    const evidence = quoteText(mark === undefined ? word : `${mark}; ${word}`);
    const actionHint = clip(quoteText(passageOf(item.content, terms)), room - estimateTokens(evidence));
    const { supersededById: _, ...card } = cardOf(item, { trigger: noText, evidence, actionHint, utility });
    const tokens = headTokens + estimateTokens(actionHint) + estimateTokens(evidence);
    return { ...card, isPerhaps: true, tokens };
  });
}

/** The first of the passages that hold most of the terms. */
function passageOf(content: string, terms: readonly string[]): string {
  const text = content.slice(0, readCharacters);
  const passages = splitPassages(text).map(({ start, end }) => text.slice(start, end));
  const heldIn = (passage: string) => {
    const held = countTerms(passage);
    return terms.filter((term) => held.has(term)).length;
  };
  const counts = passages.map(heldIn);
  return passages[counts.indexOf(Math.max(...counts))] ?? text;
}

/** The beginning that has room, up to the end of a word if one is near. */
function clip(text: RedactedText, mostTokens: number): RedactedText {
  const whole = text.replaceAll(/\s+/g, ' ').trim();
  let end = Math.min(whole.length, longestLine);
  while (end > shortestText && estimateTokens(whole.slice(0, end)) > mostTokens) end -= 1;
  if (end === whole.length) return whole as RedactedText;
  return `${whole.slice(0, end).replace(/(?<=.{10,})\s+\S*$/, '')} …` as RedactedText;
}
