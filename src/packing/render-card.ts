import type { MemoryCard } from '../model/card.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';

/**
 * Lines of one card. Everything from outside is indented, so that it cannot look like a line of ours, and holds nothing that
 * a model takes for the structure of its context.
 */
export function renderCard(card: MemoryCard): string {
  const { trust, confirmedOn } = card.provenance;
  return [
    `- memory ${card.itemId.slice(0, 8)} (${trust}, ${card.scope.split(':', 1)[0]}, confirmed ${confirmedOn})`,
    field('when', card.trigger),
    field('do', card.actionHint),
    field('because', card.evidence),
    field('otherwise', card.failureIfIgnored),
  ].join('\n');
}

function field(name: string, text: string): string {
  const [first = '', ...rest] = neutraliseStructure(text).split('\n');
  return [`  ${name}: ${first}`, ...rest.map((line) => `    ${line}`)].join('\n');
}
