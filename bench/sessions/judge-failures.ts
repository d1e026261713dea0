/*
 * The rules by which recurrence is judged (benchmark E). They know nothing of the product: no module of it is imported, neither
 * its normaliser nor its command families. Frozen before the first result was seen; a change makes all earlier figures void.
 */
import type { LabelledFailure } from './labelled-sessions.ts';

const leastCosine = 0.8;
const leastJaccard = 0.3;
const mostTellingLines = 30;

/** Sequences that colour a terminal. */
const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');
/** Lines that the agent's tool adds. */
const envelope =
  /^(?:exit code:? \d+|wall time:.*|output:|chunk id:.*|process exited with code.*|original token count:.*|total output lines:.*)$/i;
/** An earlier Codex called every command that failed in its sandbox denied; the command's output follows. */
const sandboxWrapper = /^[^\n]{0,200}\bsandbox denied exec error, exit code: \d+, stdout: /m;
/** A verdict without a cause, of a task runner or a test runner; its summary; a formatter's difference. */
const bareVerdict =
  /^(?:\[?[\w:./-]*\]? ?(?:error:? )?(?:task|command|script|process|recipe|target) .{0,60}(?:failed|error).{0,30}|fail(?:ed|ure)?(?:\s+[\w./-]+\s+[\d.]+m?s)?|exit status \d+|error:? ?|make.*error \d+|\d+ issues?:?|\* \w+: \d+|npm err(?:or|!).*(?:code|errno|lifecycle|log of this run|failed with).*|=+.*=+|-+|@@ .*|diff .*|[+-]{1,3}(?!-).*|ok\s.*|\?\s.*no test files.*|pass(?:ed)?\b.*)$/i;
/** Words that tell a fault. */
const tells =
  /\b(?:errors?|err|fails?|failed|failure|fatal|panic|exception|traceback|cannot|can't|could not|unable|undefined|undeclared|unexpected|expected|not found|no such|denied|invalid|missing|unknown|unrecogni[sz]ed|unused|mismatch|assert\w*|refused|timed? ?out)\b|[\w/.-]+\.\w+:\d+(?::\d+)?:?\s/i;
const neverRan =
  /^(?:<tool_use_error>)?(?:the user doesn't want|\[?request interrupted|permission to use|this command requires approval|claude requested permissions|exec command rejected)/i;
const denied =
  /operation not permitted|read-only file system|sandbox[^\n]{0,40}(?:den|block)|(?:listen|connect) eperm|could not resolve host|failed to lookup address|temporary failure in name resolution/i;
const startFailure =
  /command not found|not found$|unrecogni[sz]ed (?:sub)?(?:command|option|argument)|unknown (?:sub)?(?:command|option|flag|shorthand)|no such (?:sub)?(?:command|option)|script not found|missing script|not a git repository|parse error near|syntax error near unexpected|no such file or directory/i;

/** A failure as it is judged. */
export interface JudgedFailure {
  readonly family: string;
  /** Tokens of the lines that tell why; empty when none does. */
  readonly tokens: ReadonlySet<string>;
}

/** Whether something went wrong at all: not refused, not denied, no search without a result. */
export function isFailure({ isSearch, output }: Pick<LabelledFailure, 'isSearch' | 'output'>): boolean {
  const text = withoutEnvelope(output).join('\n');
  return !isSearch && text.trim() !== '' && !neverRan.test(text) && !denied.test(text);
}

/** @param harmless lines, normalised, that passing runs have printed */
export function judgeFailure(
  { command, output }: Pick<LabelledFailure, 'command' | 'output'>,
  harmless: ReadonlySet<string>,
): JudgedFailure {
  const lines = withoutEnvelope(output).filter((line) => !bareVerdict.test(line));
  const telling = lines
    .filter((line) => tells.test(line))
    .map(normalise)
    .filter((line) => !harmless.has(line));
  return { family: familyOf(command), tokens: new Set(telling.slice(0, mostTellingLines).flatMap(tokensOf)) };
}

/** Lines of a passing run, as {@link judgeFailure} compares them. */
export function harmlessLines(output: string): readonly string[] {
  return withoutEnvelope(output).map(normalise);
}

/** Same command family, same telling lines. */
export function isSameCause(one: JudgedFailure, other: JudgedFailure): boolean {
  return one.family === other.family && cosine(one.tokens, other.tokens) >= leastCosine;
}

/** The edits share a file or enough added lines; where the program never got to work, the changed words are the same. */
export function isSameResolution(one: LabelledFailure, other: LabelledFailure): boolean {
  if (neverStarted(one) && neverStarted(other)) {
    const [mine, theirs] = [changedWords(one), changedWords(other)];
    return mine !== '' && mine === theirs;
  }
  const paths = new Set(one.edits.map(({ path }) => path));
  if (other.edits.some(({ path }) => [...paths].some((known) => isSamePath(known, path)))) return true;
  const added = (failure: LabelledFailure) => new Set(failure.edits.flatMap((edit) => edit.added));
  return jaccard(added(one), added(other)) >= leastJaccard;
}

export function neverStarted({ output, exitCode }: Pick<LabelledFailure, 'output' | 'exitCode'>): boolean {
  const lines = withoutEnvelope(output);
  return (
    exitCode === 127 || [...lines.slice(0, 3), ...lines.slice(-3)].some((line) => startFailure.test(line))
  );
}

/** Checkouts differ in the folders above. */
export function isSamePath(one: string, other: string): boolean {
  const inside = (path: string) =>
    path.replace(/^.*\/\.worktrees\/(?:\d+|[\w-]+)\//, '').replace(/^\.?\//, '');
  const [mine, theirs] = [inside(one), inside(other)];
  return (
    mine === theirs || mine.endsWith(`/${theirs}`) || theirs.endsWith(`/${mine}`) || hasSameEnd(mine, theirs)
  );
}

/** The same file in two checkouts that lie elsewhere: the last three names agree. */
function hasSameEnd(one: string, other: string): boolean {
  const end = (path: string) => path.split('/').slice(-3);
  return end(one).length === 3 && end(one).join('/') === end(other).join('/');
}

/** Program and what it is to do, of the last command of a line that does something. */
export function familyOf(command: string): string {
  const bare = withoutHeredocs(command);
  const parts = bare
    .split(/&&|\|\||;|\n/)
    .map((part) => (part.split('|')[0] ?? '').trim())
    .map((part) => part.replace(/^(?:(?:\w+=\S*|export \S+|env|time|sudo|command|npx|timeout \S+)\s+)+/, ''))
    .filter(
      (part) =>
        part !== '' &&
        !/^(?:cd|export|echo|set|sleep|source|true|pwd|mkdir|cat|tail|head|grep|\w+=\S*$)\b/.test(part),
    );
  const words = (parts.at(-1) ?? bare.trim()).split(/\s+/);
  const program = (words[0] ?? '').replace(/^.*\//, '');
  const verbs = words.slice(1).filter((word) => /^[a-z][\w:-]*$/i.test(word));
  const isRunner = /^(?:npm|pnpm|yarn|bun|mise|make|just|cargo|go|git|gh|docker|uv|poetry|python3?)$/.test(
    program,
  );
  const depth = ['run', 'r', 'pr', 'compose', 'mod', 'tool'].includes(verbs[0] ?? '') ? 2 : 1;
  return isRunner ? [program, ...verbs.slice(0, depth)].join(' ') : program;
}

function withoutEnvelope(output: string): readonly string[] {
  return output
    .replace(sandboxWrapper, '')
    .split('\n')
    .map((line) => line.trim().slice(0, 400))
    .filter((line) => line !== '' && !envelope.test(line));
}

/** A rule recurs, not a place: `a.go:12:3: unused` is `unused`. */
function normalise(line: string): string {
  return line
    .replace(colour, '')
    .toLowerCase()
    .replace(/^(?:\[[\w:-]+\]\s*)?(?:[\w@.+-]*\/)*[\w@.+-]+\.\w+:\d+(?::\d+)?:?\s*/, '')
    .replace(/\b\d{4}-\d\d-\d\d[t ]\d\d:\d\d\S*|\b\d\d:\d\d:\d\d\S*/g, ' ')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g, ' ')
    .replace(/(?:\/[\w.@+-]+)+\/([\w.@+-]+)/g, '$1')
    .replace(/\d+(?:\.\d+)*/g, '#')
    .replace(/\s+/g, ' ')
    .trim();
}

function tokensOf(line: string): readonly string[] {
  return line
    .split(/[^a-z0-9_#.]+/)
    .map((token) => token.replace(/^[.#]+|[.#]+$/g, ''))
    .filter((token) => token.length > 1);
}

function withoutHeredocs(command: string): string {
  return command.replace(/(<<-?\s*['"]?(\w+)['"]?[^\n]*\n)[\s\S]*?(?:\n\s*\2(?=\n|$)|$)/g, '$1');
}

/** Words that the passing command has instead of others; empty when there is none. */
function changedWords({ command, passedCommand }: LabelledFailure): string {
  const words = (text: string): readonly string[] => withoutHeredocs(text).match(/[\w./-]+/g) ?? [];
  const [before, after] = [words(command), words(passedCommand)];
  const gone = before.filter((word) => !after.includes(word)).sort();
  const come = after.filter((word) => !before.includes(word)).sort();
  return come.length === 0 ? '' : `${gone.join(' ')} → ${come.join(' ')}`;
}

/** 0–1: words that two command lines share, here-document bodies included. */
export function wordLikeness(one: string, other: string): number {
  const words = (text: string): ReadonlySet<string> => new Set<string>(text.match(/[\w./-]+/g) ?? []);
  return jaccard(words(one), words(other));
}

/** It looks where something is, or how it is called. */
export function isSearchCommand(command: string): boolean {
  return (
    /^(?:which|type|command|whereis|man|ls|find|cat|grep|rg)$/.test(familyOf(command)) ||
    /\s(?:--help|-h|--version)(?:\s|$)/.test(command)
  );
}

function cosine(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((token) => other.has(token)).length;
  return both === 0 ? 0 : both / Math.sqrt(one.size * other.size);
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((line) => other.has(line)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}
