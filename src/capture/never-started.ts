import type { ObservedRun } from './observed-run.ts';

/** The shell found no such program, or may not start it. */
const notStartable: ReadonlySet<number> = new Set([126, 127]);
const edgeLines = 4;
const longestLine = 400;

/** What programs and shells say of a command line that they do not understand. */
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
 * Whether the program never got to work: it was not found, did not understand its command line, or had nothing to work on. Then no edit is the remedy,
 * another command line is. Read at the edges of the output, where shells and programs say so; what a test prints stands inside.
 */
export function neverStarted({ exitCode, output }: Pick<ObservedRun, 'exitCode' | 'output'>): boolean {
  if (exitCode !== undefined && notStartable.has(exitCode)) return true;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const edges =
    lines.length <= 2 * edgeLines ? lines : [...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)];
  return edges.some((line) =>
    [...misunderstood, ...nothingToWorkOn].some((shape) => shape.test(line.slice(0, longestLine).trim())),
  );
}
