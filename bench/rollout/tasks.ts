import { knownFailures } from './known-failures.ts';
import { lookAlikes } from './look-alikes.ts';
import type { Task } from './task.ts';

/** All repositories, one that is known and one that looks alike in turn, so that few of them are of both kinds. */
export const tasks: readonly Task[] = knownFailures.flatMap((task, place) => {
  const lookAlike = lookAlikes[place];
  return lookAlike === undefined ? [task] : [task, lookAlike];
});
