import { AfterwitError } from '../model/errors.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { failureOf } from '../model/recorded-failure.ts';
import { redact } from '../redaction/redact.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import { titleOf } from './title-of.ts';

/**
 * A memory with a new wording. Its title is renewed too, unless it names a failure. @throws INVALID_ARGUMENT when they
 * are empty
 */
export function reviseContent(item: MemoryItem, words: string): MemoryItem {
  const content = redact(words.trim());
  if (content === '') {
    throw new AfterwitError('INVALID_ARGUMENT', 'The new text is empty. Give the new wording of the memory.');
  }
  const failure = failureOf(item.body);
  const title = failure === undefined ? redact(titleOf({ title: undefined, content, failure })) : item.title;
  return { ...item, content, title, fingerprint: fingerprintOf(identityOf(item.type, content, failure)) };
}
