import type { CliStreams } from '../streams.ts';

const newline = 10;

/**
 * Beginning and end of a text of any length, cut at line ends where possible; the whole text when it fits. Holds only
 * one chunk in addition to the result.
 */
export async function readEnds(
  source: CliStreams['stdin'],
  { headBytes, tailBytes }: { readonly headBytes: number; readonly tailBytes: number },
): Promise<string> {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headRoom = headBytes;
  let tailLength = 0;
  let dropped = false;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk);
    if (headRoom > 0) head.push(bytes.subarray(0, headRoom));
    const rest = bytes.subarray(headRoom);
    headRoom = Math.max(0, headRoom - bytes.length);
    if (rest.length === 0) continue;
    tail.push(rest);
    tailLength += rest.length;
    for (
      let first = tail[0];
      first !== undefined && tailLength - first.length >= tailBytes;
      first = tail[0]
    ) {
      tailLength -= first.length;
      tail.shift();
      dropped = true;
    }
  }
  const start = Buffer.concat(head);
  const end = Buffer.concat(tail);
  if (!dropped && end.length <= tailBytes) return Buffer.concat([start, end]).toString('utf8');
  return `${wholeLinesBefore(start)}… the middle is left out …\n${wholeLinesAfter(end.subarray(end.length - tailBytes))}`;
}

function wholeLinesBefore(bytes: Buffer): string {
  const last = bytes.lastIndexOf(newline);
  return last < 0 ? `${bytes.toString('utf8')}\n` : bytes.subarray(0, last + 1).toString('utf8');
}

function wholeLinesAfter(bytes: Buffer): string {
  const first = bytes.indexOf(newline);
  // When the only line end is the last byte, no whole line follows it, so a partial line is kept.
  const isOnlyEnd = first < 0 || first === bytes.length - 1;
  return (isOnlyEnd ? bytes : bytes.subarray(first + 1)).toString('utf8');
}
