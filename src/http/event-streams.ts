import type { ServerEvents } from './contract.ts';
import { DoorFault } from './problem.ts';

const heartbeatMs = 25_000;
const mostStreams = 64;

interface EventStreamsOptions {
  /** Version of the memory now. */
  readonly version: () => string;
  /** Tells of every change until it is called off. */
  readonly watch: (onChange: (version: string) => void) => () => void;
  readonly onLastGone: () => void;
}

/** Pages that are told of changes. Nothing is watched while no page listens. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #send = new Set<(text: string) => void>();
  #stop: (() => void) | undefined;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#send.size;
  }

  open(gone: AbortSignal): Response {
    if (this.#send.size >= mostStreams)
      throw new DoorFault('TOO_MANY', `${mostStreams} pages listen already. Close some of them.`);
    const encoder = new TextEncoder();
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        end = () => {
          if (!this.#send.delete(send)) return;
          if (this.#send.size > 0) return;
          this.#stop?.();
          this.#stop = undefined;
          this.#options.onLastGone();
        };
        this.#send.add(send);
        this.#stop ??= this.#watch();
        send(eventOf('changed', { version: this.#options.version() }));
      },
      cancel: () => end(),
    });
    if (gone.aborted) end();
    else gone.addEventListener('abort', () => end(), { once: true });
    return new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    });
  }

  #watch(): () => void {
    const stop = this.#options.watch((version) => this.#tell(eventOf('changed', { version })));
    const heart = setInterval(() => this.#tell(': here\n\n'), heartbeatMs);
    return () => {
      stop();
      clearInterval(heart);
    };
  }

  #tell(text: string): void {
    for (const send of this.#send) send(text);
  }
}

function eventOf<Name extends keyof ServerEvents>(name: Name, data: ServerEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
