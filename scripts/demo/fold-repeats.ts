/** Lines at the end of an output that stay. */
const lastLines = 2;

/** The text of a terminal, in which an output that stood there before, after the same command, is cut to its end. */
export function foldRepeats(text: string): string {
  const seen = new Set<string>();
  return text
    .split(/^(?=\$ |# |```)/m)
    .map((run) => {
      const shown = run.trimEnd();
      const [command = '', ...output] = shown.split('\n');
      if (!command.startsWith('$ ') || output.length <= lastLines + 1) return run;
      if (!seen.has(shown)) {
        seen.add(shown);
        return run;
      }
      return [command, '…', ...output.slice(-lastLines)].join('\n') + run.slice(shown.length);
    })
    .join('');
}
