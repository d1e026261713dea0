import { redact } from '../redaction/redact.ts';
import { isExact } from './id-forms.ts';

const deepest = 40;
/** What other programs keep there is not known by its place. */
const unknownPart = 'extra';

/**
 * The same value with every text in it redacted, keys included. Ids and digests stay. In what other programs keep, a text is
 * looked at together with its key: `"password": "…"` tells more than either.
 * @throws RangeError when it is nested too deeply
 */
export function redactRecord(value: unknown): unknown {
  return redactPart(value, undefined, 0);
}

/** @param key there where the text is looked at with it */
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

/** As it stands in a file of settings. */
function redactNamed(key: string, value: string): string {
  const lead = `"${redact(key)}": "`;
  const beside = redact(`${lead}${redactText(value)}"`);
  return beside.startsWith(lead) && beside.endsWith('"') ? beside.slice(lead.length, -1) : beside;
}
