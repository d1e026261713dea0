import type { RepositoryLocation } from '../../model/repository.ts';

/** The id git gives to a blob of this content. */
export function hashBlob(objectFormat: RepositoryLocation['objectFormat'], content: Uint8Array): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}
