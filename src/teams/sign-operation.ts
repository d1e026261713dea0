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
