/**
 * Every way in which a text gains more trust than its first speaker gave it. Each raises the trust of the text that a person
 * said or read, and of no other (`docs/security.md`). Only `src/model/raise-trust.ts` writes a higher trust into a memory; these
 * tests drive every way over every origin and state.
 */
export const trustRaisingPaths = {
  say_again: 'a person says in equal words what an agent said: the memory takes the texts of the person',
  record_again:
    'a person records the fix of a failure in equal words: likewise, with the failure as the person gave it',
  approve: 'a person approves a memory as it is printed',
  reword: 'a person approves a memory in other words, which take the place of its own',
  edit: 'a person gives a memory other words, or brings back words that were believed',
  decide_doubt: 'a person keeps a doubtful memory, beside the known one or in its place',
  helped: 'a person says of a memory, shown to its end, that it helped',
  import_vouched: 'a person says that a file is their own export: what it claims is believed',
  restore: 'a person puts a copy of the memory in its place',
} as const;
export type TrustRaisingPath = keyof typeof trustRaisingPaths;

/**
 * Ways in which a memory is written, comes back into use or goes out, and no text gains trust. The same tests drive them: a new
 * command joins one of the two lists.
 */
export const trustKeepingPaths = {
  fetch_back: 'a person fetches back what was put away: it is believed as it was',
  import: 'a person imports a file without vouching for it: its lines are untrusted, whatever they claim',
  import_shared: 'a person imports what others share in the repository: likewise',
  share:
    'a person shares memories in the repository: only those that a person vouches for, and the memory stays as it is',
} as const;
export type TrustKeepingPath = keyof typeof trustKeepingPaths;
