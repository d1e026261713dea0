import { createReadStream } from 'node:fs';
import { AfterwitError, invalidArgument } from '../model/errors.ts';
import type { Session } from './session.ts';
import type { CliStreams } from './streams.ts';

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
  throw invalidArgument(
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

/** More than a person types, and more than a search can use. */
const maximumBytes = 1_048_576;

/**
 * All of standard input as text.
 * @param advice the remedy when it is too long
 * @throws TEXT_TOO_LARGE when it is longer than 1 MiB
 */
export function readStandardInput(
  stdin: CliStreams['stdin'],
  advice = 'Pass only the part that matters, as in: tail -c 20000 build.log | afterwit search-commits -',
): Promise<string> {
  return readWhole(stdin, { maximumBytes, tooLong: `Standard input is longer than 1 MiB. ${advice}` });
}

/**
 * A whole stream as text. A longer stream is refused before the rest is read.
 * @throws TEXT_TOO_LARGE
 */
export async function readWhole(
  source: CliStreams['stdin'],
  limit: { readonly maximumBytes: number; readonly tooLong: string },
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > limit.maximumBytes) {
      throw new AfterwitError('TEXT_TOO_LARGE', limit.tooLong, {
        data: { maximumBytes: limit.maximumBytes },
      });
    }
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface TextNeeded {
  /** A valid command line. */
  readonly example: string;
  /** The request to the user for the text's content. */
  readonly wanted?: string | undefined;
  /** Advice for a text that is too long. */
  readonly whenTooLong?: string | undefined;
}

/**
 * The text argument of a command; `-` stands for standard input.
 * @throws INVALID_ARGUMENT when it is empty, TEXT_TOO_LARGE
 */
export async function readText(
  given: string,
  { stdin }: Pick<Session, 'stdin'>,
  { example, wanted = 'Describe in words what to look for', whenTooLong }: TextNeeded,
): Promise<string> {
  const text = given === '-' ? await readStandardInput(stdin, whenTooLong) : given;
  if (text.trim() !== '') return text;
  throw invalidArgument(`The text is empty. ${wanted}, as in: ${example}.`);
}

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

/** The beginning of a long output may show the command, and its end the fault. */
const kept = { headBytes: 2_000_000, tailBytes: 6_000_000 };

/** The beginning and end of a program's output, of any length. `-` stands for standard input. */
export function readLog(path: string, session: Pick<Session, 'stdin' | 'signal'>): Promise<string> {
  return readEnds(openInput(path, session), kept);
}
