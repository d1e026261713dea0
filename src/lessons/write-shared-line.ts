import { isDeepStrictEqual } from 'node:util';
import type { MemoryItem } from '../model/memory-item.ts';
import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';
import { fieldsOfItem } from './fields-of-item.ts';
import { type Fields, fieldDefaults } from './item-from-fields.ts';
import { redactRecord } from './redact-record.ts';
import { sharedFieldsOf } from './shared-fields.ts';
import { lineFormat } from './write-item-line.ts';

/**
 * A memory as one line of JSON for people who read it in a diff: redacted once more, equal memories equal lines. `readItemLine` reads
 * it. Ends with a newline.
 */
export function writeSharedLine(item: MemoryItem): string {
  const told = Object.entries(sharedFieldsOf(fieldsOfItem(item))).filter(
    ([name, value]) => !isDeepStrictEqual(value, (fieldDefaults as Fields)[name]),
  );
  const line = redactRecord({ ...Object.fromEntries(told), format: lineFormat });
  return `${neutraliseJsonControls(JSON.stringify(line))}\n`;
}
