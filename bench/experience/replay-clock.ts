import { writeFileSync } from 'node:fs';

/** Lines of a transcript are so far apart that one is told from the next by its time. */
const stepMs = 5_000;
const beginsBeforeMs = 14 * 24 * 3_600_000;

/** Time in a replay: it runs as ours does, days ago, and goes on by a step with each line. */
export class ReplayClock {
  readonly #file: string;
  #offsetMs = -beginsBeforeMs;

  /** @param file by which a process knows it */
  constructor(file: string) {
    this.#file = file;
    this.nextMs();
  }

  /** Options of Node for a process in that time. */
  get nodeOptions(): readonly string[] {
    const code = `import { readFileSync } from 'node:fs';
const now = Date.now;
Date.now = () => now() + Number(readFileSync(${JSON.stringify(this.#file)}, 'utf8'));`;
    return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  }

  /** Milliseconds since 1970, a step later. */
  nextMs(): number {
    this.#offsetMs += stepMs;
    writeFileSync(this.#file, String(this.#offsetMs));
    return Date.now() + this.#offsetMs;
  }
}
