import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { observedFolder } from '../gate/observed-folder.ts';

const top = join(import.meta.dirname, '..', '..');
/** Beside what `observedFolder` looks at: what decides and judges here. */
const sources = ['src', 'bench/cards', 'bench/recall'];

/** Steps of a suite that tell what they have done, and that an interrupted run need not do again. */
export class KeptSteps {
  readonly #folder: string | undefined;
  readonly #suite: string;

  /** @param asked what the steps depend on beside the sources, such as the folder of the data */
  constructor(suite: string, results: string | undefined, asked: unknown) {
    this.#suite = suite;
    this.#folder =
      results === undefined
        ? undefined
        : observedFolder(results, `cards-${suite}`, JSON.stringify([asked, readSources()]));
  }

  /** What a step finds has to survive JSON. */
  async keep<Found>(name: string, find: () => Found | Promise<Found>): Promise<Found> {
    const file =
      this.#folder === undefined ? undefined : join(this.#folder, `${name.replaceAll('/', '__')}.json`);
    if (file !== undefined && existsSync(file)) {
      console.error(`cards ${this.#suite}: ${name}: found before`);
      return JSON.parse(readFileSync(file, 'utf8')) as Found;
    }
    const start = process.cpuUsage();
    const found = await find();
    const { user, system } = process.cpuUsage(start);
    console.error(`cards ${this.#suite}: ${name}: ${((user + system) / 1e6).toFixed(1)} s of processor time`);
    if (file === undefined) return found;
    // A run that is stopped while it writes leaves no half of a step behind.
    writeFileSync(`${file}.part`, JSON.stringify(found));
    renameSync(`${file}.part`, file);
    return found;
  }
}

/** As they are committed, and what was changed since. */
function readSources(): string {
  const git = (words: readonly string[]) =>
    execFileSync('git', [...words, '--', ...sources], { cwd: top, encoding: 'utf8', maxBuffer: 64 << 20 });
  return [git(['ls-tree', 'HEAD']), git(['diff', 'HEAD'])].join('\n');
}
