/**
 * How far a memory is believed, least first. `untrusted`: commit and issue texts, output of tools. `imported`: rule files.
 * `agent`: said by an agent, confirmed by nobody. `verified`: confirmed by a person, or by two principals and a passing
 * check. `user`: said by a person.
 */
export const trustLevels = ['untrusted', 'imported', 'agent', 'verified', 'user'] as const;
export type Trust = (typeof trustLevels)[number];

/** Trust of a text derived from several memories: the lowest of theirs; `untrusted` when there are none. */
export function leastTrust(trusts: readonly Trust[]): Trust {
  return trustLevels.find((level) => trusts.includes(level)) ?? 'untrusted';
}

/** Whether `trust` is at least as high as `other`. */
export function isTrustedAs(trust: Trust, other: Trust): boolean {
  return trustLevels.indexOf(trust) >= trustLevels.indexOf(other);
}

/**
 * Whether a newer word takes the place of an older one without a person. A rule of the repository's files is shown unasked, and what an
 * agent or a transcript says is not: that would only take the rule away.
 */
export function mayReplace(newer: Trust, older: Trust): boolean {
  return isTrustedAs(newer, older === 'imported' ? 'verified' : older);
}
