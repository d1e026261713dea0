import type { Trust } from '../../src/model/provenance.ts';
import { trustWords } from '../../src/wording/memory-words.ts';

/** How far a memory is believed. */
export function TrustTag({ trust }: { readonly trust: Trust }) {
  return (
    <span class={`tag trust-${trust}`} title={trustWords[trust]}>
      {trust}
    </span>
  );
}
