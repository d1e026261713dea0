import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtins, computingBuiltins, mentions, rooms } from '../../architecture.mjs';
import { type Mention, readMentions } from './read-mentions.ts';

/** A place that breaks a rule, in the form in which the cruiser tells of an import that does. */
export interface ForbiddenMention {
  readonly from: string;
  /** What is reached: a module, a name, or the words that hide it. */
  readonly to: string;
  readonly rule: { readonly name: string };
}

export interface MentionReport {
  readonly violations: readonly ForbiddenMention[];
  /** Files of which something was understood. Fewer than there are: the reader was blind to some. */
  readonly readCount: number;
}

const coreFloors: readonly string[] = ['model', 'foundation', 'ports', 'stage', 'engine'];
const core = rooms.filter(({ floor }) => coreFloors.includes(floor));

/**
 * Holds what source files reach without an import to the rules of the house.
 * @param files Paths from `root`; tests among them may reach what they like.
 */
export function findForbiddenMentions(root: string, files: readonly string[]): MentionReport {
  let readCount = 0;
  const violations = files.flatMap((file) => {
    const { mentions: found, isRead } = readMentions(file, readFileSync(join(root, file), 'utf8'));
    if (isRead) readCount++;
    return found.flatMap((mention) => judge(file, mention));
  });
  return { violations, readCount };
}

function judge(from: string, mention: Mention): readonly ForbiddenMention[] {
  switch (mention.kind) {
    case 'module': {
      const to = mention.module.replace(/^node:/, '');
      return brokenByModule(from, to).map((name) => ({ from, to, rule: { name } }));
    }
    case 'name':
      return mentions
        .filter((one) => one.names.includes(mention.name) && !isAllowed(from, one))
        .map(({ name }) => ({ from, to: mention.name, rule: { name } }));
    case 'hidden':
      return [{ from, to: mention.text, rule: { name: 'modules-are-asked-for-in-place' } }];
  }
}

function isAllowed(file: string, { from }: { readonly from?: string }): boolean {
  return from !== undefined && new RegExp(from).test(file);
}

/** The rules that an import of this module of Node would break here. */
function brokenByModule(from: string, module: string): readonly string[] {
  const guarded = builtins.filter(({ modules }) => new RegExp(`^(?:${modules})$`).test(module));
  if (guarded.length > 0)
    return guarded.filter((entry) => !new RegExp(entry.from).test(from)).map(({ name }) => name);
  const isCore = core.some(({ path }) => from.startsWith(`${path}/`));
  return isCore && !computingBuiltins.includes(module) ? ['core-only-computes'] : [];
}
