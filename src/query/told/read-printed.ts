import type { PrintedOutput } from '../../model/failure.ts';
import { hashOfName, hashText, namesIn, stableLine } from '../../text/output-lines.ts';
import { mayBeMarked } from '../logs/line-marks.ts';

const longestRead = 400;
const longestNamed = 2_000;
const readWhole = 400;

/** Everything that the failing command printed, to be asked what a known failure said: read when it is first asked for. */
export function readPrinted(lines: readonly string[]): PrintedOutput {
  const distinct = once(() => [...new Set(lines)]);
  const isShort = lines.length <= readWhole;
  const printedLines = once(
    () =>
      new Set(
        distinct()
          .filter((line) => line.length < longestRead && (isShort || mayBeMarked(line)))
          .map((line) => hashText(stableLine(line))),
      ),
  );
  const names = once(() => {
    const found = new Set<number>();
    for (const line of distinct())
      for (const name of namesIn(line.slice(0, longestNamed))) {
        found.add(hashOfName(name));
        // Of an absolute path the last name is kept.
        if (name.includes('/')) found.add(hashOfName(name.slice(name.lastIndexOf('/') + 1)));
      }
    return found;
  });
  return { hasLine: (hash) => printedLines().has(hash), hasName: (hash) => names().has(hash) };
}

function once<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
