import type { Beside } from '../model/answers/recollection.ts';
import type { MemoryCard } from '../model/card.ts';
import { isTrustedAs, type Trust } from '../model/provenance.ts';
import { neutraliseStructure, renderFence } from '../redaction/neutralise-structure.ts';
import { oneLine } from '../text/words.ts';
import { renderCommit, renderExperience, renderPlace, renderSummary, renderWay } from './render-beside.ts';

/** Maximum number of tokens of a pack without its cards, counted with o200k_base on a fence with a random nonce. */
export const frameTokens = 70;

/**
 * Puts the cards inside a fence that no memory can imitate, because each pack has a new random nonce. The fence says
 * that its content is notes, not instructions. After the cards, the surest comes first.
 * @param nonce random, of letters and digits
 */
export function renderPack(
  cards: readonly MemoryCard[],
  nonce: string,
  { experiences = [], commits = [], places = [], summaries = [], ways = [] }: Partial<Beside> = {},
): string {
  const beside = [
    ...experiences.map((one) => ({ confidence: one.confidence, text: renderExperience(one) })),
    ...commits.map((commit) => ({ confidence: commit.confidence, text: renderCommit(commit) })),
    ...places.map((place) => ({ confidence: place.confidence, text: renderPlace(place) })),
    ...summaries.map((summary) => ({ confidence: summary.confidence, text: renderSummary(summary) })),
  ].toSorted((a, b) => b.confidence - a.confidence);
  const perhaps = cards.filter(({ isPerhaps }) => isPerhaps).map(renderPerhaps);
  const lines = [
    ...cards.filter(({ isPerhaps }) => !isPerhaps).map(renderCard),
    ...(perhaps.length === 0 ? [] : ['Perhaps:', ...perhaps]),
    ...ways.map(renderWay),
    ...beside.map(({ text }) => text),
  ];
  return lines.length === 0 ? '' : renderFence(lines.join('\n'), nonce);
}

/**
 * Lines of one card. Text from outside is indented, so that it cannot look like a line of ours, and neutralised, so that it
 * cannot look like the structure of a context.
 */
export function renderCard(card: MemoryCard): string {
  const { trust, confirmedOn } = card.provenance;
  const superseded =
    card.supersededById === undefined ? '' : `; SUPERSEDED by ${card.supersededById.slice(0, 8)}`;
  const unverified = card.isUnverified ? '; UNVERIFIED: it may be about another failure' : '';
  const otherwise =
    card.otherwiseIn === undefined ? '' : `; memory ${card.otherwiseIn.slice(0, 8)} MAY SAY OTHERWISE`;
  const stale = card.staleAbout === undefined ? '' : `; STALE: ${oneLine(card.staleAbout)} changed since`;
  const said = card.isSeen
    ? 'seen in a session, unconfirmed'
    : `${trust}, ${card.scope.split(':', 1)[0]}, ${isConfirmed(trust) ? 'confirmed' : 'said'} ${confirmedOn}`;
  return [
    `- ${card.itemId.slice(0, 8)} (${said}${superseded}${otherwise}${stale}${unverified})`,
    // An index shows the memory's text alone, a summary also when it applies.
    ...(card.trigger === '' || repeatsHint(card) ? [] : [field('when', card.trigger)]),
    ...(card.caveat === undefined ? [] : [field('the same, but', oneLine(card.caveat))]),
    field('do', card.actionHint),
    ...(card.evidence === '' ? [] : [field('because', card.evidence)]),
    ...(card.failureIfIgnored === '' ? [] : [field('otherwise', card.failureIfIgnored)]),
  ].join('\n');
}

/** Digits of the id of a memory that is told in a line: enough to read it by. */
const shownDigits = 6;

/** One line of a memory that perhaps answers; nothing from outside can end it. */
export function renderPerhaps({ itemId, actionHint, evidence }: MemoryCard): string {
  const [text, why] = [actionHint, evidence].map((part) => neutraliseStructure(oneLine(part)));
  return `- ${itemId.slice(0, shownDigits)}: ${text} (${why})`;
}

/** A memory without a title of its own is called by how it begins, and that is said once. */
function repeatsHint({ trigger, actionHint }: MemoryCard): boolean {
  return oneLine(actionHint).includes(oneLine(trigger).replace(/…$/, ''));
}

/** The word of an agent or a file is not confirmed yet. */
function isConfirmed(trust: Trust): boolean {
  return isTrustedAs(trust, 'verified');
}

function field(name: string, text: string): string {
  const [first = '', ...rest] = neutraliseStructure(text).split('\n');
  return [`  ${name}: ${first}`, ...rest.map((line) => `    ${line}`)].join('\n');
}
