import type { CommitId } from '../../../model/repository.ts';

/** A commit id as it is stored: half as long as its text. */
export function encodeCommitId(id: CommitId): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** @param bytes value of an `id` column */
export function decodeCommitId(bytes: unknown): CommitId {
  return Buffer.from(bytes as Uint8Array).toString('hex') as CommitId;
}
