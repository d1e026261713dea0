import { isDeepStrictEqual } from 'node:util';
import type { ItemBody, MemoryItem } from '../model/memory-item.ts';
import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';
import { fieldsOfItem } from './fields-of-item.ts';
import { type Fields, fieldDefaults } from './item-from-fields.ts';
import { redactRecord } from './redact-record.ts';
import { lineFormat } from './write-item-line.ts';

/**
 * What others need of a memory, in the order in which it is read in a review. Left out: who said it in which session, how far it is
 * believed here, how often it was shown, and in which scope it holds: whoever takes it in decides that anew.
 */
const sharedFields = [
  ...['id', 'layer', 'type', 'title', 'content', 'tags', 'references', 'anchors', 'body', 'relatedItems'],
  ...['createdAt', 'updatedAt', 'ttlDays', 'validFrom', 'learnedAt'],
] as const;

/** Links without which the line would say something else. */
const sharedRelations: readonly string[] = ['depends_on', 'supersedes'];

/**
 * A memory as one line of JSON for people who read it in a diff: redacted once more, equal memories equal lines. `readItemLine` reads
 * it. Ends with a newline.
 */
export function writeSharedLine(item: MemoryItem): string {
  const fields = fieldsOfItem({
    ...item,
    relatedItems: item.relatedItems.filter(({ relation }) => sharedRelations.includes(relation)),
    ...(item.body === undefined ? {} : { body: withoutSession(item.body) }),
  });
  const told = sharedFields
    .map((name) => [name, fields[name]] as const)
    .filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, (fieldDefaults as Fields)[name]),
    );
  const line = redactRecord({ ...Object.fromEntries(told), format: lineFormat });
  return `${neutraliseJsonControls(JSON.stringify(line))}\n`;
}

/** What tools showed in a session is evidence of that session, which nobody else can look at. */
function withoutSession(body: ItemBody): ItemBody {
  if (body.kind !== 'variant') return body;
  const { seen: _, doubt: __, ...kept } = body;
  return kept;
}
