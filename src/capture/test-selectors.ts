const selector =
  /(?:^|\s)(?:-run|-k|-t|-m|--filter|--grep|--tests?|--testNamePattern)[= ]+(?:'([^']{1,400})'|"([^"]{1,400})"|(\S{1,400}))/g;

/**
 * Whether a run that passed says anything about one that failed: one that chose other tests does not. A run without a choice
 * covers all.
 */
export function coversFailure(passed: string, failed: string): boolean {
  const chosen = selectorsOf(passed);
  const meant = selectorsOf(failed);
  if (chosen.length === 0 || meant.length === 0) return true;
  return meant.some((name) => chosen.some((other) => name.includes(other) || other.includes(name)));
}

function selectorsOf(command: string): readonly string[] {
  return [...command.matchAll(selector)].flatMap(([, single, double, plain]) =>
    (single ?? double ?? plain ?? '')
      .split('|')
      .map((name) => name.replace(/[\^$]/g, ''))
      .filter((name) => name !== ''),
  );
}
