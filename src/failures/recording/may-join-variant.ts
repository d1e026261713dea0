import { isTrustedAs, type Trust } from '../../model/provenance.ts';

/**
 * Whether an episode may join a variant that says the same in other words. It must not lend trust to words its teller never
 * read, nor revive what was turned down: "install left-pad", said by a person, is no word for an agent's "install left-pad and
 * always begin with …". An agent's word joins what was turned down, and stays as silent.
 *
 * @param told how far whoever tells it is believed
 */
export function mayJoinVariant(
  told: Trust,
  known: { readonly trust: Trust; readonly holds: boolean },
): boolean {
  return told !== 'user' || (known.holds && isTrustedAs(known.trust, told));
}
