import type { MemoryCard } from '../model/card.ts';

/** Lines of one card. Everything from outside is indented, so that it cannot look like a line of ours. */
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
  const [first = '', ...rest] = text.split('\n');
  return [`  ${name}: ${first}`, ...rest.map((line) => `    ${line}`)].join('\n');
}
