import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTests, writeFiles } from './make-repository.ts';
import type { FileTexts, Task } from './task.ts';

/** What an agent left behind. */
export interface Verdict {
  /** The tests pass, as they were before the agent had them. */
  readonly success: boolean;
  /** They do, and a test that it did not see refuses the change. */
  readonly laterReverted: boolean;
}

/** Judges a repository after an agent had it. */
export function judgeRepository(task: Task, folder: string): Verdict {
  rmSync(join(folder, 'test'), { recursive: true, force: true });
  writeFiles(folder, testsOf(task));
  const success = runTests(folder).passed;
  const unseen = join('test', 'unseen.test.js');
  writeFiles(folder, { [unseen]: task.later });
  return { success, laterReverted: success && !runTests(folder, [unseen]).passed };
}

function testsOf({ before, since }: Task): FileTexts {
  const files = Object.entries({ ...before, ...since });
  return Object.fromEntries(files.filter(([path]) => path.startsWith('test/')));
}
