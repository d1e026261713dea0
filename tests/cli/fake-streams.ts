import { Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import type { CliStreams } from '../../src/cli/streams.ts';

/** A stream that keeps what is written to it and, on request, passes for a terminal. */
class FakeOutput extends Writable {
  readonly isTTY: boolean;
  readonly columns: number | undefined;
  text = '';

  constructor(terminal?: { readonly columns: number }) {
    super({ decodeStrings: false });
    this.isTTY = terminal !== undefined;
    this.columns = terminal?.columns;
  }

  /** As a terminal of many colours says it; `NO_COLOR` in `process.env` counts. */
  getColorDepth(environment: NodeJS.ProcessEnv = process.env): number {
    // On a build server Node takes no terminal for one that has colours.
    const { CI: _, ...dependencies } = environment;
    return WriteStream.prototype.getColorDepth.call(this, { TERM: 'xterm-256color', ...dependencies });
  }

  override _write(
    chunk: string | Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    this.text += chunk.toString();
    done();
  }
}

/** A stream that fails with an error code at every write. */
export class FailingOutput extends Writable {
  readonly #code: string;

  constructor(code: string) {
    super();
    this.#code = code;
  }

  override _write(_chunk: unknown, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    done(Object.assign(new Error(`write ${this.#code}`), { code: this.#code }));
  }
}

export interface FakeStreams extends CliStreams {
  readonly stdout: FakeOutput;
  readonly stderr: FakeOutput;
}

export function fakeStreams(
  options: {
    readonly terminal?: { readonly columns: number };
    readonly stdin?: readonly (string | Uint8Array)[];
  } = {},
): FakeStreams {
  return {
    stdin: toAsync(options.stdin ?? []),
    stdout: new FakeOutput(options.terminal),
    stderr: new FakeOutput(options.terminal),
  };
}

async function* toAsync(chunks: readonly (string | Uint8Array)[]): AsyncIterable<string | Uint8Array> {
  yield* chunks;
}
