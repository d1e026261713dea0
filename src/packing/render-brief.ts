import type { MemoryCard } from '../model/card.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';
import { renderFence } from '../redaction/render-fence.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';

/** Entries of one kind under its name, such as `Constraints`. */
export interface BriefSection {
  readonly title: string;
  readonly cards: readonly Omit<MemoryCard, 'tokens'>[];
}

/** @param nonce random, of letters and digits */
export function renderBrief(sections: readonly BriefSection[], nonce: string): string {
  const listed = sections.map(({ title, cards }) => ({ title, lines: cards.map(renderBriefCard) }));
  return renderSections(listed, nonce);
}

/** @param nonce random, of letters and digits */
export function renderSections(
  sections: readonly { readonly title: string; readonly lines: readonly string[] }[],
  nonce: string,
): string {
  const filled = sections.filter(({ lines }) => lines.length > 0);
  const text = filled.flatMap(({ title, lines }) => [`${title}:`, ...lines]).join('\n');
  return text === '' ? '' : renderFence(text, nonce);
}

/**
 * One entry in a line: `- 5e6f7a8b (user ada, confirmed 2026-03-01; about src/a.ts): Use pnpm.` Whatever the text is, it begins
 * no line: that would look like one of ours.
 */
export function renderBriefCard(card: Omit<MemoryCard, 'tokens'>): string {
  const { trust, principal, confirmedOn } = card.provenance;
  const said = isTrustedAs(trust, 'verified') ? 'confirmed' : trust === 'agent' ? 'UNVERIFIED, said' : 'said';
  const about = [
    `${oneLine(principal.replace(':', ' '))}, ${said} ${confirmedOn}`,
    ...(card.trigger === '' ? [] : [`about ${oneLine(card.trigger)}`]),
    ...(card.supersededById === undefined ? [] : [`SUPERSEDED by ${card.supersededById.slice(0, 8)}`]),
  ].join('; ');
  return `- ${card.itemId.slice(0, 8)} (${about}): ${oneLine(card.actionHint)}`;
}

/** Length of an entry, estimated rather too high, with its share of the title above it. */
export function tokensOfBriefCard(card: Omit<MemoryCard, 'tokens'>): number {
  return estimateTokens(renderBriefCard(card)) + titleTokens;
}

const titleTokens = 3;

function oneLine(text: string): string {
  return neutraliseStructure(text)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}
