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

/** Columns for the layout: the terminal's width within limits, 80 for a pipe or a file. */
export function layoutWidth(output: CliOutput): number {
  if (!output.isTTY || !output.columns) return columnsWithoutTerminal;
  return Math.min(Math.max(output.columns, narrowest), widest);
}

/**
 * Writes and waits until the text is written. A closed reader (`| head`) is not an error.
 * @throws DISK_FULL, or the stream's own error
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

/** Writes without waiting: for progress. */
export function writeAside(output: CliOutput, text: string): void {
  keepAlive(output);
  output.write(text);
}

const kept = new WeakSet<CliOutput>();

/** A failing stream also emits `error`, which would end the process without a listener. */
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
    'The answer could not be written: the disk is full. Free some space, or write it elsewhere.';
  return new AfterwitError('DISK_FULL', message, { cause });
}
