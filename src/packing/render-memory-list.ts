import type { MemoryItem } from '../model/memory-item.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';
import { renderFence } from '../redaction/render-fence.ts';

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
