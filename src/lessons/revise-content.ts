import { failureOf } from '../model/item-body.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { redact } from '../redaction/redact.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import { requireContent } from './require-content.ts';
import { titleOf } from './title-of.ts';

/**
 * A memory with a new wording. Its title is renewed too, unless it names a failure. @throws INVALID_ARGUMENT when they
 * are empty, TEXT_TOO_LARGE
 */
export function reviseContent(item: MemoryItem, words: string): MemoryItem {
  requireContent(words, 'The new text is empty. Give the new wording of the memory.');
  const content = redact(words.trim());
  const failure = failureOf(item.body);
  const title = failure === undefined ? redact(titleOf({ title: undefined, content, failure })) : item.title;
  return { ...item, content, title, fingerprint: fingerprintOf(identityOf(item.type, content, failure)) };
}
