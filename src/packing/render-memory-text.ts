import type { MemoryItem } from '../model/memory-item.ts';
import { neutraliseStructure } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';
import { renderFence } from '../redaction/render-fence.ts';

/** Part of a memory's text. */
export interface TextPart {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Part of a memory as it is written, inside a fence that it cannot imitate; indented, so that no line looks like ours. */
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
      `- memory ${id.slice(0, 8)} (${trust}, ${scope.split(':', 1)[0]}${place}${replaced})`,
      `  title: ${neutraliseStructure(redact(title)).replaceAll('\n', ' ')}`,
      ...text.split('\n').map((line) => `    ${line}`),
    ].join('\n'),
    nonce,
  );
}
