import type { Finding } from '../model/finding.ts';
import type { FileEdit } from '../model/session.ts';
import { edgesOf, refusedWord } from './command-lines.ts';

/** A command line that ran, or files that were edited, with the result. */
export interface ObservedRun {
  /** Lines of the transcript: the call, and its result. */
  readonly line: number;
  readonly endLine: number;
  readonly atMs?: number;
  /** Absent for an edit without a command line. */
  readonly command?: string;
  /** Subject of the command line (`npm test`), and everything that it starts; empty where it starts nothing. */
  readonly family: string;
  readonly families: readonly string[];
  /** `unheard`: refused, denied, interrupted, or without a result; it says nothing about the code. */
  readonly verdict: 'passed' | 'failed' | 'unheard';
  /** It only shows text: whether it ends well says nothing about a failure. */
  readonly onlyShows: boolean;
  readonly exitCode?: number;
  /** Set for a failing run only. */
  readonly output: string;
  /** Lines that say why it failed, without the parts that differ from run to run; of a failing run only. */
  readonly errorLines: readonly string[];
  /** They say only that it failed: of no other failure could be told whether it is this one. */
  readonly saysNothing?: true;
  /** The line of them that says what happened, as it was printed; for people. */
  readonly telling?: string;
  /** Findings of checkers, also of a run that passed; none of a run that only shows text. */
  readonly findings?: readonly Finding[];
  /** Edits that took place, by path from the top of the repository. */
  readonly edits: readonly FileEdit[];
}

/** Something that the agent wrote to the user. */
export interface AgentRemark {
  readonly line: number;
  readonly text: string;
}

/**
 * Remedy of a failure. `edit`: files changed, the most telling first, and the command that had to be run with them.
 * `command`: another command line in place of the failing one. `prerequisite`: a command that had to be run first.
 */
export type Remedy =
  | { readonly kind: 'edit'; readonly files: readonly FileEdit[]; readonly command?: string }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'prerequisite'; readonly command: string };

/** A failure of a session, its remedy, and the run that shows it. */
export interface FixEpisode {
  readonly failure: ObservedRun;
  /** Lines of the calls that failed in the same way after it. */
  readonly alsoFailedAtLines: readonly number[];
  readonly remedy: Remedy;
  /** The passing run of the family that had failed; for another command line, its run, which started and may have failed. */
  readonly check: ObservedRun;
  /** Commands and edits from the failure up to the check. */
  readonly steps: number;
  /** Earlier attempts that did not help, in words. */
  readonly attempts: readonly string[];
  /** Remarks of the agent between the failure and its end. */
  readonly remarks: readonly string[];
  /** Line of the call of an earlier failure whose fix brought this one about. */
  readonly causedByLine?: number;
}

/** The shell found no such program, or may not start it. */
const notStartable: ReadonlySet<number> = new Set([126, 127]);

/** Messages of programs and shells about a command line that they do not understand. */
const misunderstood: readonly RegExp[] = [
  /\bcommand not found\b|: not found$|is not recognized as an internal or external command/,
  /\b(?:unknown|unrecogni[sz]ed|invalid|no such|undefined) (?:sub-?commands?|commands?|options?|flags?|switch|arguments?|task|target|script|shorthand flag)\b/i,
  /\bflag provided but not defined\b|\bunexpected argument\b|\bunknown shorthand\b/i,
  /\bmissing script\b|\bscript not found\b|\bno (?:task|script|rule|target)s? .{0,60}(?:found|to make target)/i,
  /(?:^|[\s:)])cd(?::\d+)?: .{0,300}no such file or directory/i,
  /\billegal option\b|\brequired arguments? (?:was|were) not provided\b|\bunknown (?:json )?field\b/i,
  /^(?:\S*\/)?python[\d.]*: No module named /,
  /\bparse error near\b|\bsyntax error near unexpected token\b/,
  /^(?:\S*\/)?(?:python|node|ruby|perl)[\d.]*: can't open file\b|^(?:\S*\/)?(?:ba|z|da)?sh: (?:\S+: )?(?:line )?(?:\d+: )?\S+: No such file or directory$/,
];

/** They were started where there is nothing for them to work on: in another folder, or without what selects it. */
const nothingToWorkOn: readonly RegExp[] = [
  /\bnot a (?:git|hg|jj) (?:repository|repo)\b|\bno Go files in\b|\bcannot find main module\b|\bno makefile found\b/i,
  /\bcould not (?:read|find|open|locate) .{0,40}(?:package\.json|Cargo\.toml|pyproject\.toml|go\.mod|pom\.xml|Makefile|Gemfile)\b/i,
  /\bbuild constraints exclude all Go files\b|\bENOENT\b.{0,200}package\.json\b|\bNo package\.json\b/,
];

/**
 * Whether the program never got to work: it was not found, did not understand its command line, or had
 * nothing to work on. Then the remedy is another command line, and no edit. Read at the edges of the output,
 * where shells and programs say so; a test prints inside.
 */
export function neverStarted(run: Pick<ObservedRun, 'exitCode' | 'output' | 'command'>): boolean {
  if (run.exitCode !== undefined && notStartable.has(run.exitCode)) return true;
  const edges = edgesOf(run.output);
  return (
    edges.some((line) => [...misunderstood, ...nothingToWorkOn].some((shape) => shape.test(line))) ||
    refusedWord(run) !== undefined
  );
}
