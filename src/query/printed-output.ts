import type { PrintedOutput } from '../model/failure.ts';
import { once } from '../text/once.ts';
import { hashOfName, hashText, namesIn, stableLine } from '../text/output-lines.ts';
import { mayBeMarked } from './logs/read-log.ts';

/** A command's output as an agent's tool reports it. The first lines may belong to the tool. */
interface ToolEnvelope {
  readonly output: string;
  readonly exitCode?: number;
}

const longestEnvelope = 400;
/** Claude Code: `Exit code 1`. Codex: `Exit code: 1`, `Wall time: …`, `Output:`, or `Process exited with code 1`. */
const exitLine = /^(?:Exit code:?|Process exited with code) (-?\d{1,10})[ \t]*(?:\r?\n|$)/m;
const toolLines =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines):[^\n]*\n|Exit code:? -?\d+[ \t]*(?:\r?\n|$)|Process exited with code -?\d+[ \t]*(?:\r?\n|$))+/;
const outputMark = /^Output:[ \t]*(?:\r?\n|$)/;

/** Removes the lines that an agent's tool adds before the output, and reads the exit code in them. */
export function openToolEnvelope(report: string): ToolEnvelope {
  const lead = toolLines.exec(report.slice(0, longestEnvelope))?.[0];
  if (lead === undefined) return { output: report };
  const code = exitLine.exec(lead)?.[1];
  return {
    output: report.slice(lead.length).replace(outputMark, ''),
    ...(code === undefined ? {} : { exitCode: Number(code) }),
  };
}

const longestRead = 400;
const longestNamed = 2_000;
const readWhole = 400;

/** Everything that the failing command printed, searched for a known failure's words: read on demand. */
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
        // The last name of an absolute path.
        if (name.includes('/')) found.add(hashOfName(name.slice(name.lastIndexOf('/') + 1)));
      }
    return found;
  });
  return { hasLine: (hash) => printedLines().has(hash), hasName: (hash) => names().has(hash) };
}
