import type { Beside } from '../model/answers/recollection.ts';
import type { MemoryCard } from '../model/card.ts';
import { renderFence } from '../redaction/neutralise-structure.ts';
import { renderCommit, renderExperience, renderPlace, renderSummary, renderWay } from './render-beside.ts';
import { renderCard, renderPerhaps } from './render-card.ts';

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
