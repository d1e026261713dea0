/** A command's output as an agent's tool reports it. The first lines may belong to the tool. */
export interface ToolEnvelope {
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
