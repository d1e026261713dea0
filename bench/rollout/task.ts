/** Texts of files by path from the top of a repository; null takes a file away. */
export type FileTexts = Readonly<Record<string, string | null>>;

/** What an agent, or whoever came before it, does about a failure. */
export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly files: FileTexts };

/**
 * How the failure that is there now is related to the earlier one: `again`, the same test for the same reason; `elsewhere`, the same
 * reason in another file; `look-alike`, it reads alike and what was learned does not help.
 */
export const taskKinds = ['again', 'elsewhere', 'look-alike'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** One small repository: a failure that was met and fixed in it, and one that is there now. */
export interface Task {
  readonly name: string;
  readonly kind: TaskKind;
  /** The repository when the earlier failure was met. */
  readonly before: FileTexts;
  /** What fixed that one, and the words a person remembered it in. */
  readonly fix: Step;
  readonly lesson: string;
  /** What changed since, so that a test fails again. */
  readonly since: FileTexts;
  /** What the plumbing agent tries by itself, in this order. The first leaves the failure as it is, or mends less than it seems. */
  readonly attempts: readonly [Step, Step];
  /** A test that the agent does not see: what passes the others and fails here has to be taken back later. */
  readonly later: string;
}

/** Runs the tests of any of the repositories. */
export const testCommand = 'node --test';

/** What the agent is asked. */
export const taskText = `The tests of this repository fail (\`${testCommand}\`). Find out why and make them pass, without changing the tests.`;
