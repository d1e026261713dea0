/** Repository and mistake that a walkthrough is about. */
export interface Scene {
  /** Folder of the clone. */
  readonly name: string;
  /** Command line of git that takes a fresh clone to where the walkthrough begins. */
  readonly begin: string;
  /** Title of an issue that somebody wrote about the mistake. */
  readonly issueTitle: string;
  /** Command that fails for the mistake. */
  readonly test: string;
  /** Lines of what it prints that say why. */
  readonly telling: RegExp;
  readonly variables?: NodeJS.ProcessEnv;
  /** File with the mistake. */
  readonly path: string;
  readonly mistaken: string;
  readonly mended: string;
  /** Holds the lines of the mended text where they do not help: the same failure again. */
  readonly misplaced: string;
  /** What an agent says before it mends the file. */
  readonly reason: string;
}
