/** One thing that a checker found, without where it found it. */
export interface CheckerFinding {
  /** What it calls the rule: `nilerr`, `E501`, `no-unused-vars`. */
  readonly rule: string;
  /** Rule and message, as normalised. */
  readonly text: string;
}

/** As many error lines as a profile keeps may be some of more. */
const mostLines = 11;
/** A file and a place in it, or the place alone under a heading with the file. */
const place = /^(?:[^\s:]+:)?(?:__NUM__:){0,2}__NUM__:?\s+/;
/** Ways to name a rule: behind the message, before it, and at the end of a line with a severity. */
const forms = [
  /^\S.* \((?<rule>[a-z][\w-]*)\)$/,
  /^(?<rule>[A-Z]{1,6}\d{2,5}):?(?: \[[^\]]*\])? \S/,
  /^(?:error|warning) \S.* (?<rule>(?:@?[a-z][\w-]*\/)+[a-z][\w-]*|[a-z]+(?:-[a-z]+)+)$/,
];
/** A compiler within a checker: what does not compile breaks no rule. */
const compilers = new Set(['typecheck', 'E999']);

/**
 * What a checker found, where each line that says why is a finding under the name of a rule: `a.go:__NUM__:__NUM__: error is not nil but it
 * returns nil (nilerr)`. None where another line says why, and where there may be more findings than lines were kept.
 *
 * @param lines error lines of a profile, normalised
 */
export function checkerFindings(lines: readonly string[]): readonly CheckerFinding[] {
  if (lines.length > mostLines) return [];
  const findings = lines.map(readFinding);
  return findings.every((finding) => finding !== undefined) ? findings : [];
}

function readFinding(line: string): CheckerFinding | undefined {
  const where = place.exec(line)?.[0];
  if (where === undefined) return undefined;
  const text = line.slice(where.length);
  const rule = forms.map((form) => form.exec(text)?.groups?.rule).find((found) => found !== undefined);
  return rule === undefined || compilers.has(rule) ? undefined : { rule, text };
}

/**
 * Whether a checker found now what it found then, word for word, and nothing else. Where it was found is circumstance: a rule is broken
 * anew in every file, and is kept in the same way. What was done about two rules at once is no example of how to keep one.
 *
 * @param known error lines of a known failure, normalised
 */
export function findsTheSame(found: readonly CheckerFinding[], known: readonly string[]): boolean {
  if (found.length === 0) return false;
  const [now, then] = [textsOf(found), textsOf(checkerFindings(known))];
  return now.size === then.size && [...now].every((text) => then.has(text));
}

/**
 * At how many places all of what a checker found now was found before. The same place told of twice, with another fix, is one.
 *
 * @param known error lines of each known failure, normalised
 */
export function countPlaces(found: readonly CheckerFinding[], known: readonly (readonly string[])[]): number {
  const texts = [...textsOf(found)];
  const placesOf = new Map(texts.map((text) => [text, new Set<string>()]));
  for (const lines of known) {
    const then = checkerFindings(lines);
    if (!texts.every((text) => then.some((finding) => finding.text === text))) continue;
    for (const [at, { text }] of then.entries()) placesOf.get(text)?.add(lines[at] ?? '');
  }
  return texts.length === 0 ? 0 : Math.min(...[...placesOf.values()].map(({ size }) => size));
}

function textsOf(findings: readonly CheckerFinding[]): ReadonlySet<string> {
  return new Set(findings.map(({ text }) => text));
}
