import type { Speaker } from '../model/provenance.ts';
import { redact } from '../redaction/redact.ts';

/** The fault itself, so that its class and identity stay, with every text in it redacted. */
export function redactFault(fault: unknown): unknown {
  if (typeof fault === 'string') return redact(fault);
  if (!(fault instanceof Error)) return fault;
  for (let each: unknown = fault, depth = 0; each instanceof Error && depth < deepestCause; depth++) {
    // Message and stack, the facts of ours, and Node's additions: the path of a missing file.
    for (const key of Object.getOwnPropertyNames(each)) redactProperty(each, key);
    each = each.cause;
  }
  return fault;
}

const deepestCause = 8;

/** Some texts of Node's faults cannot be assigned to. */
function redactProperty(fault: Error, key: string): void {
  const property = Object.getOwnPropertyDescriptor(fault, key);
  const value: unknown = Reflect.get(fault, key);
  if (value instanceof Error || !property?.configurable) return;
  const redacted = redactDeeply(value);
  if (redacted === value) return;
  Object.defineProperty(fault, key, {
    value: redacted,
    writable: true,
    configurable: true,
    enumerable: property.enumerable ?? false,
  });
}

function redactDeeply(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactDeeply);
  if (value instanceof Error) return redactFault(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key), redactDeeply(each)]));
}

/** Redacts the session of a speaker, which may be written down: a program without types names it as it likes. */
export function redactSession<Input extends object>(input: Input): Input {
  const { speaker } = input as { readonly speaker?: Speaker };
  return speaker?.session === undefined
    ? input
    : { ...input, speaker: { ...speaker, session: redact(speaker.session) } };
}
