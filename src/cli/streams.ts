import { AfterwitError } from '../model/errors.ts';

/** Standard streams, as far as the command line needs them. */
export interface CliStreams {
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
}

/** A terminal when `isTTY`; then `columns` may be known. */
export type CliOutput = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
};

const columnsWithoutTerminal = 80;
const narrowest = 40;
const widest = 120;

/** Columns to lay text out in: those of the terminal within reason, 80 for a pipe or a file. */
export function layoutWidth(output: CliOutput): number {
  if (!output.isTTY || !output.columns) return columnsWithoutTerminal;
  return Math.min(Math.max(output.columns, narrowest), widest);
}

/**
 * Writes and waits until it is out. A reader that has gone away (`| head`) is no failure.
 * @throws DISK_FULL, or whatever else the stream fails with
 */
export function writeText(output: CliOutput, text: string): Promise<void> {
  keepAlive(output);
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error && !isClosedPipe(error)) reject(isFull(error) ? diskFull(error) : error);
      else resolve();
    });
  });
}

/** Writes and goes on: for progress, which nobody must wait for. */
export function writeAside(output: CliOutput, text: string): void {
  keepAlive(output);
  output.write(text);
}

const kept = new WeakSet<CliOutput>();

/** A stream that fails emits `error` beside calling back; unheard, that would end the process. */
function keepAlive(output: CliOutput): void {
  if (kept.has(output)) return;
  kept.add(output);
  output.on('error', () => {});
}

function isClosedPipe(error: NodeJS.ErrnoException): boolean {
  return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' || error.code === 'ECONNRESET';
}

function isFull(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT';
}

function diskFull(cause: Error): AfterwitError {
  const message =
    'The answer could not be written: the disk it goes to is full. Free some space, or write it elsewhere.';
  return new AfterwitError('DISK_FULL', message, { cause });
}
