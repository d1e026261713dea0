import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { TeamOperation } from '../model/team.ts';
import { canonicalJson } from '../text/json/fields.ts';
import { signedTextOf } from '../text/json/team-operation-line.ts';

/** Content of an operation, before it is bound to its body and signed. */
export type OperationDraft = Omit<TeamOperation, 'bodyDigest' | 'signature' | 'body'> & {
  readonly body: NonNullable<TeamOperation['body']>;
};

/** SHA-256 of the canonical JSON of a value, hexadecimal. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Name of the machine that a public key (SPKI, DER, base64) belongs to. */
export function machineOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 32);
}

/** Signs with a private key (PKCS #8, DER, base64). */
export function signOperation(draft: OperationDraft, privateKey: string): TeamOperation {
  const bound = { ...draft, bodyDigest: digestOf(draft.body) };
  return { ...bound, signature: signText(signedTextOf(bound), privateKey) };
}

/** Whether the machine wrote exactly this; a body that was emptied cannot be told from its absence. */
export function isSigned(operation: TeamOperation, publicKey: string): boolean {
  const { machine, body, bodyDigest, signature } = operation;
  if (machineOf(publicKey) !== machine) return false;
  if (body !== null && digestOf(body) !== bodyDigest) return false;
  return isSignedText(signedTextOf(operation), signature, publicKey);
}

export function signText(text: string, privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(text), key).toString('base64');
}

export function isSignedText(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Milliseconds since 1970 and a counter. */
export type HybridTime = readonly [ms: number, counter: number];

/** How far ahead of this machine's clock another may be to be followed: one of 2090 must not drag the team along. */
const mostAheadMs = 5 * 60_000;

/** Returns the time of the next operation: later than every one before, at any time of the wall clock. */
export function tick([ms, counter]: HybridTime, wallMs: number): HybridTime {
  if (wallMs > ms) return [wallMs, 0];
  return counter < Number.MAX_SAFE_INTEGER ? [ms, counter + 1] : [ms + 1, 0];
}

/** The clock after an operation of another machine was seen. */
export function follow(own: HybridTime, seen: HybridTime, wallMs: number): HybridTime {
  return seen[0] > wallMs + mostAheadMs || compareTimes(seen, own) <= 0 ? own : seen;
}

export function compareTimes(one: HybridTime, other: HybridTime): number {
  return one[0] - other[0] || one[1] - other[1];
}
