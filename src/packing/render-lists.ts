import type { MemoryCard } from '../model/card.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { neutraliseStructure, renderFence } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { oneLine } from '../text/words.ts';

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
 * One entry in a line: `- 5e6f7a8b (user ada, confirmed 2026-03-01; about src/a.ts): Use pnpm.` A text never begins a
 * line: it would look like a line of ours.
 */
export function renderBriefCard(card: Omit<MemoryCard, 'tokens'>): string {
  const { trust, principal, confirmedOn } = card.provenance;
  const said = isTrustedAs(trust, 'verified') ? 'confirmed' : trust === 'agent' ? 'UNVERIFIED, said' : 'said';
  const about = [
    `${plainLine(principal.replace(':', ' '))}, ${said} ${confirmedOn}`,
    ...(card.trigger === '' ? [] : [`about ${plainLine(card.trigger)}`]),
    ...(card.supersededById === undefined ? [] : [`SUPERSEDED by ${card.supersededById.slice(0, 8)}`]),
  ].join('; ');
  return `- ${card.itemId.slice(0, 8)} (${about}): ${plainLine(card.actionHint)}`;
}

/** Length of an entry, estimated rather too high, with its share of the title above it. */
export function tokensOfBriefCard(card: Omit<MemoryCard, 'tokens'>): number {
  return estimateTokens(renderBriefCard(card)) + titleTokens;
}

const titleTokens = 3;

/** A text never begins a line: it would look like a line of ours. */
export function plainLine(text: string): string {
  return oneLine(neutraliseStructure(text));
}

const longestTitle = 160;

/** A line of each memory, inside a fence that none of them can imitate. @param nonce random, of letters and digits */
export function renderMemoryList(items: readonly MemoryItem[], nonce: string): string {
  return renderFence(items.map(describe).join('\n'), nonce);
}

function describe({ id, type, trust, title }: MemoryItem): string {
  const words = neutraliseStructure(redact(title)).replaceAll(/\s+/g, ' ');
  const cut = words.length > longestTitle ? `${words.slice(0, longestTitle)}…` : words;
  return `- ${id.slice(0, 8)} ${type.replaceAll('_', ' ')} (${trust}): ${cut}`;
}

interface TextPart {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Part of a memory's text, inside a fence that it cannot imitate; indented, so that no line looks like ours. */
export function renderMemoryText(item: MemoryItem, { start, end }: TextPart, nonce: string): string {
  const { id, trust, scope, content, title, status, supersededById } = item;
  const place = end - start < content.length ? `, characters ${start}–${end} of ${content.length}` : '';
  const replaced =
    status === 'superseded' && supersededById !== undefined
      ? `; SUPERSEDED by ${supersededById.slice(0, 8)}`
      : '';
  const text = neutraliseStructure(redact(content.slice(start, end)));
  return renderFence(
    [
      `- ${id.slice(0, 8)} (${trust}, ${scope.split(':', 1)[0]}${place}${replaced})`,
      `  title: ${neutraliseStructure(redact(title)).replaceAll('\n', ' ')}`,
      ...text.split('\n').map((line) => `    ${line}`),
    ].join('\n'),
    nonce,
  );
}
