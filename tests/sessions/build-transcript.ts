import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One thing that happens in a session of Claude Code. */
export type TranscriptStep =
  | { readonly user: string }
  | { readonly agent: string }
  | { readonly run: string; readonly output: string; readonly exitCode?: number }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | {
      readonly edit: string;
      readonly before: string;
      readonly after: string;
      readonly patch?: readonly string[];
    };

interface TranscriptHead {
  readonly session: string;
  readonly directory: string;
  readonly startedAtMs?: number;
}

/** Lines of a transcript as Claude Code writes them. */
export function transcriptLines(
  { session, directory, startedAtMs = Date.UTC(2026, 1, 3, 10) }: TranscriptHead,
  steps: readonly TranscriptStep[],
): readonly string[] {
  const lineOf = (type: 'user' | 'assistant', content: unknown, place: number, more = {}): string =>
    JSON.stringify({
      type,
      cwd: directory,
      sessionId: session,
      timestamp: new Date(startedAtMs + place * 1_000).toISOString(),
      message: { role: type, content },
      ...more,
    });
  return steps.flatMap((step, place): readonly string[] => {
    if ('user' in step) return [lineOf('user', step.user, place)];
    if ('agent' in step) return [lineOf('assistant', [{ type: 'text', text: step.agent }], place)];
    const id = `call-${place}`;
    if ('tool' in step)
      return [
        lineOf('assistant', [{ type: 'tool_use', id, name: step.tool, input: step.input }], place),
        lineOf('user', [{ type: 'tool_result', tool_use_id: id, content: 'done' }], place),
      ];
    const failed = 'run' in step && (step.exitCode ?? 0) !== 0;
    const input =
      'run' in step
        ? { command: step.run }
        : { file_path: step.edit, old_string: step.before, new_string: step.after };
    const output =
      'run' in step ? (failed ? `Exit code ${step.exitCode}\n${step.output}` : step.output) : 'done';
    const patched = 'patch' in step && { filePath: step.edit, structuredPatch: [{ lines: step.patch }] };
    const result = { type: 'tool_result', tool_use_id: id, content: output, is_error: failed };
    return [
      lineOf('assistant', [{ type: 'tool_use', id, name: 'run' in step ? 'Bash' : 'Edit', input }], place),
      lineOf('user', [result], place, patched ? { toolUseResult: patched } : {}),
    ];
  });
}

/** Writes a transcript, with a line end after each line. */
export function writeTranscript(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
}
