import { createReadStream } from 'node:fs';
import { AfterwitError } from '../../model/errors.ts';
import type { Session } from '../session.ts';
import type { CliStreams } from '../streams.ts';

/** Bytes of a file that an option names; `-` stands for standard input. The file may be a pipe, as in `<(command)`. */
export function openInput(
  path: string,
  { stdin, signal }: Pick<Session, 'stdin' | 'signal'>,
): CliStreams['stdin'] {
  return path === '-' ? stdin : readFile(path, signal);
}

async function* readFile(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* createReadStream(path, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw unreadable(path, error);
  }
}

/** @throws INVALID_ARGUMENT when `-` is given for two texts */
export function checkStandardInput(sources: readonly (string | undefined)[]): void {
  if (sources.filter((source) => source === '-').length < 2) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    'Standard input can be used for one text only, but - is given twice. Put one of the texts into a file.',
  );
}

function unreadable(path: string, cause: unknown): AfterwitError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    EACCES: 'permission is denied',
  };
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `"${path}" cannot be read: ${reasons[code] ?? code}. Name a file, or - for standard input.`,
    { data: { path, code }, cause },
  );
}
