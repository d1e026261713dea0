import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMsSince } from './processes.ts';

const top = join(import.meta.dirname, '..', '..');

/** Steps of a suite that tell what they have done, and that an interrupted run need not do again. */
export class KeptSteps {
  readonly #folder: string | undefined;
  readonly #suite: string;

  /**
   * @param results folder to keep findings in; none are kept without it
   * @param asked what the steps depend on beside the sources, such as the folder of the data
   */
  constructor(suite: string, results: string | undefined, asked: unknown) {
    this.#suite = suite;
    if (results === undefined) return;
    const key = createHash('sha256').update(readSources()).update(JSON.stringify(asked)).digest('hex');
    this.#folder = join(results, `${suite}-${key.slice(0, 16)}`);
    mkdirSync(this.#folder, { recursive: true });
  }

  /** @param find what it finds has to survive JSON */
  async keep<Found>(name: string, find: () => Found | Promise<Found>): Promise<Found> {
    const file =
      this.#folder === undefined ? undefined : join(this.#folder, `${name.replaceAll('/', '__')}.json`);
    if (file !== undefined && existsSync(file)) {
      console.error(`${this.#suite}: ${name}: found before`);
      return JSON.parse(readFileSync(file, 'utf8')) as Found;
    }
    const start = process.cpuUsage();
    const found = await find();
    console.error(`${this.#suite}: ${name}: ${(cpuMsSince(start) / 1_000).toFixed(1)} s of processor time`);
    if (file === undefined) return found;
    // A run that is stopped while it writes leaves no half of a step behind.
    writeFileSync(`${file}.part`, JSON.stringify(found));
    renameSync(`${file}.part`, file);
    return found;
  }
}

/** As they are committed, and what was changed since. */
function readSources(): string {
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...words, '--', 'src', 'bench'], {
      cwd: top,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
  return [git('ls-tree', 'HEAD'), git('diff', 'HEAD')].join('\n');
}
