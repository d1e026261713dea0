/** Names of what is counted with a number of its own. */
const counted = 'pr|mr|pull(?: request)?|merge request|issue|ticket|commit|change(?:set)?|build|run|job|log';

const references = new RegExp(
  [
    String.raw`#\d+`,
    String.raw`\b(?:${counted})\s+\d+\b`,
    // An abbreviated or whole hash of a commit, which has digits and letters.
    String.raw`\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,40}\b`,
  ].join('|'),
  'gi',
);

/** An address, or the file of one run, such as `builds/main/214074807.log`. */
const place = /^https?:\/\/|\/\d{6,}(?:\.[a-z]{1,8})?\W{0,3}$/i;

/**
 * A fix without what it only points at: a pull request, a commit, a build, an address. Those say where something was done and
 * not what, so two fixes that differ in nothing else say the same: "fixed by #12" and "fixed by #31". Versions and other
 * values stay: "pin it to 1.25" is not "pin it to 1.26".
 */
export function maskReferences(fix: string): string {
  return fix
    .replace(/\S+/g, (word) => (place.test(word) ? 'reference' : word))
    .replace(references, 'reference');
}
