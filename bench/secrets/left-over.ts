/** So few characters of a secret are neither searched for nor guessed from. */
const longestHarmlessRun = 5;
const marker = /\[redacted:[a-z0-9-]+\]|\[?(?:REDACTED|\*{3,})\]?/g;

/**
 * The longest run of a secret's characters left in a text: plain, across line ends and joints of strings, or beneath URL and base64
 * encoding; undefined if no run is long enough to matter.
 */
export function leftOver(secret: string, redacted: string): string | undefined {
  const readings = readingsOf(redacted.replace(marker, '\u0000'));
  const length = Math.min(longestHarmlessRun + 1, secret.length);
  for (let start = 0; start + length <= secret.length; start++) {
    const run = secret.slice(start, start + length);
    if (readings.some((reading) => reading.includes(run))) return run;
  }
  return undefined;
}

function readingsOf(text: string): readonly string[] {
  const joined = text.replace(/["']?[ \t]*(?:\\|=|\+)?(?:\r?\n|\\r?\\n|\\n)[ \t>|+"']*/g, '');
  const plain = [text, joined];
  const decoded = plain.flatMap((each) => [percentDecoded(each), percentDecoded(percentDecoded(each))]);
  return [...plain, ...decoded, ...[...plain, ...decoded].map(base64Decoded)];
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

function base64Decoded(text: string): string {
  return (text.match(/[\w+/-]{8,}/g) ?? [])
    .map((run) => Buffer.from(run, 'base64').toString('utf8'))
    .join('\n');
}
