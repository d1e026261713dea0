import { redact } from '../redaction/redact.ts';
import { isExact } from './id-forms.ts';

const deepest = 40;
/** Field for data of other programs, whose structure is unknown. */
const unknownPart = 'extra';

/**
 * The same value with every text in it redacted, including keys. Ids and digests stay. In data of other programs, a
 * text is checked together with its key, because `"password": "…"` says more than either.
 * @throws RangeError when it is nested too deeply
 */
export function redactRecord(value: unknown): unknown {
  return redactPart(value, undefined, 0);
}

/** @param key set when the text is checked together with it */
function redactPart(value: unknown, key: string | undefined, depth: number): unknown {
  if (depth > deepest) throw new RangeError(`it is nested more than ${deepest} deep`);
  if (typeof value === 'string') return key === undefined ? redactText(value) : redactNamed(key, value);
  if (Array.isArray(value)) return value.map((element) => redactPart(element, key, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isNamed = key !== undefined || (depth === 0 && name === unknownPart);
      return [redact(name), redactPart(part, isNamed ? name : undefined, depth + 1)];
    }),
  );
}

function redactText(value: string): string {
  return isExact(value) ? value : redact(value);
}

/** Redacts a value in the form `key: value` of a settings file. */
function redactNamed(key: string, value: string): string {
  const lead = `"${redact(key)}": "`;
  const beside = redact(`${lead}${redactText(value)}"`);
  return beside.startsWith(lead) && beside.endsWith('"') ? beside.slice(lead.length, -1) : beside;
}
