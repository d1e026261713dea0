import type { FindingSite } from '../model/finding.ts';
import type { FileEdit } from '../model/session.ts';
import { redact } from '../redaction/redact.ts';
import { placeForm, placeMark } from '../text/hashes.ts';
import { languageOf } from '../text/path-role.ts';
import { leaveOut } from '../wording/leave-out.ts';
import { handingOn, type ProjectFiles } from './allowed-commands.ts';
import { bareCommand, refusedWord, surplusOf } from './command-lines.ts';
import { mostTelling, tellingWords } from './describe-fix.ts';
import type { MendedFinding } from './finding-tracker.ts';
import type { FixEpisode } from './fix-episode.ts';
import { isHarmlessCommand, isHarmlessWithout, isKnownProgram, plainCommand } from './is-harmless-command.ts';
import { linesOfCode } from './standing-lines.ts';

/** A fix as tools show it, without prose. */
export interface SeenFix {
  readonly text: string;
  /** By which it is known later whether the file has the change. */
  readonly anchor?: SeenChange | undefined;
}

interface SeenChange {
  readonly path: string;
  /** Lines added together, with those between, as the file has them now: in another order they are another change. */
  readonly lines: readonly string[];
  /** Lines that the file had before, and has nowhere now. */
  readonly removed: readonly string[];
}

const mostRemoved = 2;
const mostAdded = 3;
const mostFiles = 3;
const mostTogether = 40;
/** Lines that the change left alone between two that it added. */
const mostBetween = 3;
const longestLine = 110;
const longestFamily = 60;
const plainPath = /^(?!\/|.*\.\.|(?:.*\/)?\.git\/)[\w.@+-][\w./@+-]{0,150}$/;
const nameWord = /[A-Z]?[a-z]{2,}|[A-Z]{2,}/g;
const mostWordsOfName = 4;
const mostWordsOfPath = 8;
const plainLine = /^[\x20-\x7e\t]*$/;
const comment =
  /(?:^|\s)(?:\/\/.*|#(?!include|define|if|else|end|!).*|--\s.*|\/\*.*|\*\s.*)$|^\s*(?:"""|'''|\*|<!--).*$/;
/** Words in quotes are prose or data; a name in quotes is neither. */
const quotedWords = /(["'`])(?:(?!\1)[^\\]|\\.)*\1/g;
const openQuote = /["'`]/g;
/** Four words in a row are hardly code, but where a declaration has so many keywords. */
const sentence = /(?:[A-Za-z][a-z']+ ){3}[A-Za-z][a-z']+/;
/** The same with signs between the words, outside of brackets, where code lists names: `First, run: it; then, that.` */
const brokenSentence = /(?:[A-Za-z][a-z']+[,;:.!?]? ){3}[A-Za-z][a-z']+/;
const bracketed = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g;
const keywords =
  /\b(?:export|default|async|function|await|public|private|protected|static|final|readonly|abstract|override|const|unsafe|extern|class|interface|implements|extends|return|new|typeof|yield|import|from|as|if|not|in|is|and|or|else|for|lambda|unless|do|end|mut|ref|impl|dyn|where|struct|enum|type|inline|virtual|volatile|unsigned|signed|long|short|int|char)\b/g;
const leastAlike = 0.5;
const codeSign = /[=(){}[\];:<>,.]/;

/**
 * A fix as the tools saw it: `Edit src/a.ts:` with lines of code that stand there now, without their comments
 * and quoted words, `Edit Cargo.toml` where no line may be told; or the command to call. Undefined where that tells
 * nothing, or where showing it to an agent could make it follow another author's words.
 * @param files the working tree now
 */
export function describeSeenFix({ remedy, failure }: FixEpisode, files: ProjectFiles): SeenFix | undefined {
  if (!plainCommand.test(failure.family) || failure.family.length > longestFamily) return undefined;
  if (remedy.kind === 'edit') return describeEdit(remedy.files, failure, files.textOf);
  const surplus =
    remedy.kind === 'command'
      ? surplusOf(failure.command ?? '', remedy.command, refusedWord(failure))
      : undefined;
  const [failed, passed] = [bareCommand(failure.command ?? ''), bareCommand(remedy.command)];
  // It is told only where a command line that fails has it, and says nothing else.
  if (
    surplus !== undefined &&
    isHarmlessSurplus(surplus) &&
    isHarmlessWithout(surplus, failure.command ?? '')
  )
    return { text: leaveOut(surplus) };
  if (!plainCommand.test(failed) || !plainCommand.test(passed)) return undefined;
  const [before, after] = [failed.split(' '), passed.split(' ')];
  // This advice names two programs and nothing else, with any arguments.
  if (
    remedy.kind !== 'prerequisite' &&
    before[0] !== after[0] &&
    [before[0], after[0]].every(isKnownProgram) &&
    before.slice(1).join(' ') === after.slice(1).join(' ')
  )
    return { text: `Call \`${after[0]}\`, not \`${before[0]}\`.` };
  if (!isHarmlessCommand(passed, files)) return undefined;
  if (remedy.kind === 'prerequisite')
    return isHarmlessCommand(failed, files)
      ? { text: `Call \`${passed}\` first, then \`${failed}\`.` }
      : undefined;
  return { text: `Call \`${passed}\` instead.` };
}

/** A folder, the beginning of a path, or words that hand a command on. An option may have kept it from harm. */
function isHarmlessSurplus(surplus: string): boolean {
  return /^(?:(?:cd|-C) )?[\w./@+-]{1,60}\/?$/.test(surplus)
    ? /^(?:cd|-C) /.test(surplus) || surplus.endsWith('/')
    : handingOn.some((words) => words.join(' ') === surplus);
}

/** The file of which lines may be told stands first; of the others only the names are. */
function describeEdit(
  edits: readonly FileEdit[],
  { errorLines, output }: FixEpisode['failure'],
  textOf: ProjectFiles['textOf'],
): SeenFix | undefined {
  const about = tellingWords([...errorLines, output.slice(-4_000)].join('\n'));
  const named = edits
    .filter(({ path }) => plainPath.test(path) && textOf(path) !== undefined)
    .slice(0, mostFiles);
  const changes = named.flatMap((edit) => readChange(edit, textOf(edit.path) ?? '', about) ?? []);
  const main =
    changes.find(({ told }) => told.length > 0) ?? changes.find(({ edit }) => isShortName(edit.path));
  if (main === undefined) return undefined;
  const { edit, told, anchored, removed } = main;
  const others = named.map(({ path }) => path).filter((path) => path !== edit.path && isShortName(path));
  const also = others.length === 0 ? '' : ` (also ${others.join(', ')})`;
  const lines = (textOf(edit.path) ?? '').split('\n');
  const trimmed = new Set(lines.map((line) => line.trim()));
  return {
    text: [`Edit ${edit.path}${also}${told.length === 0 ? '' : ':'}`, ...told].join('\n'),
    anchor: {
      path: edit.path,
      lines: addedAround(anchored, lines, edit.added),
      removed: removed.filter((line) => !trimmed.has(line.trim())),
    },
  };
}

/** Its lines that are code, and the added line that tells most; undefined where the file has none of its added lines. */
function readChange(edit: FileEdit, text: string, about: ReadonlySet<string>) {
  const { path, added, removed } = edit;
  const isCode = languageOf(path) !== undefined;
  const standing = new Map((isCode ? [...linesOfCode(path, text)] : []).map((line) => [line.trim(), line]));
  const chosen = chooseCode(
    added.flatMap((line) => standing.get(line.trim()) ?? []),
    mostAdded,
    about,
  );
  const [anchored] = chosen.toSorted((a, b) => b.shared - a.shared);
  if (anchored === undefined) {
    const lines = new Set(text.split('\n').map((line) => line.trim()));
    const kept = added.filter((line) => /\w{2}/.test(line) && lines.has(line.trim()));
    const all = kept.map((code) => ({ code }));
    return mostTelling(all, 1, about).map(({ code }) => ({ edit, told: [], anchored: code, removed }))[0];
  }
  // A removed line counts as code only if it is like an added one.
  const gone = chooseCode(
    removed.filter((line) => chosen.some(({ line: other }) => areLike(line, other))),
    mostRemoved,
    about,
  );
  return {
    edit,
    told: [...gone.map(({ code }) => `- ${code}`), ...chosen.map(({ code }) => `+ ${code}`)],
    anchored: anchored.line,
    removed: gone.map(({ line }) => line),
  };
}

/** Whether a path is a name rather than a sentence: no author of a repository speaks through it. */
function isShortName(path: string): boolean {
  const counts = path
    .replace(/\.\w+$/, '')
    .split('/')
    .map((name) => name.match(nameWord)?.length ?? 0);
  return (
    Math.max(...counts) <= mostWordsOfName && counts.reduce((sum, count) => sum + count) <= mostWordsOfPath
  );
}

/** The added lines around one of them in the file, with the lines between: `a` before `b` may be the change. */
function addedAround(line: string, lines: readonly string[], added: readonly string[]): readonly string[] {
  const isAdded = new Set(added.map((one) => one.trim()));
  const places = lines.flatMap((one, place) => (isAdded.has(one.trim()) ? [place] : []));
  const at = places.findIndex((place) => lines[place]?.trim() === line.trim());
  if (at < 0) return [line];
  const isNear = (one = 0, other = Number.POSITIVE_INFINITY) => other - one <= mostBetween + 1;
  let [from, to] = [at, at];
  while (isNear(places[from - 1] ?? Number.NEGATIVE_INFINITY, places[from])) from--;
  while (isNear(places[to], places[to + 1])) to++;
  const own = places.slice(from, at + 1);
  // A comment above may be worded anew.
  const first = own.find((place) => codeOf(lines[place] ?? '') !== undefined) ?? own[0] ?? 0;
  const last = places[to] ?? first;
  return last - first < mostTogether ? lines.slice(first, last + 1) : [line];
}

function areLike(one: string, other: string): boolean {
  const [left, right] = [tellingWords(one), tellingWords(other)];
  return left.size > 0 && [...left].filter((word) => right.has(word)).length >= leastAlike * left.size;
}

function chooseCode(lines: readonly string[], most: number, about: ReadonlySet<string>) {
  const coded = [...new Set(lines)].flatMap((line) => {
    const code = codeOf(line);
    return code === undefined ? [] : [{ line, code }];
  });
  return mostTelling(coded, most, about);
}

/** A line without comment and quoted words; undefined where no code is left, or the code is uncertain. */
function codeOf(line: string): string | undefined {
  const trimmed = line.trim();
  if (trimmed.length > longestLine || !plainLine.test(trimmed)) return undefined;
  const named = trimmed.replaceAll(quotedWords, (text) => {
    const inner = text.slice(1, -1);
    return /^[\w./@:-]{0,60}$/.test(inner) && !inner.includes('://') ? text : `${text[0]}…${text[0]}`;
  });
  const code = named.replace(comment, '').trimEnd();
  const quotes = code.match(openQuote)?.length ?? 0;
  const words = code.replaceAll(keywords, '_');
  const isCode =
    codeSign.test(code) &&
    !sentence.test(words) &&
    !brokenSentence.test(words.replaceAll(bracketed, '')) &&
    /\w{2}/.test(code) &&
    quotes % 2 === 0;
  return isCode ? code : undefined;
}

const plain = /^[\w./@+()[\] -]{1,200}$/;
const plainName = /^[\w$.:/@<>*-]{2,80}$/;
const plainDirective = /^[\x20-\x7e]{3,100}$/;
const plainReason = /^[\w ,.'"()/:;-]{3,100}$/;
const quoted = /[`'"\u2018\u201c]([^`'"\u2019\u201d\s]{2,80})[`'"\u2019\u201d]/;

/** Returns the action of a session at one place: code and names, redacted. Undefined where none may be told. */
export function siteOf(
  { finding, way, path, removed, added, suppression, command }: MendedFinding,
  { id, atMs, files }: { readonly id: string; readonly atMs: number; readonly files: ProjectFiles },
): FindingSite | undefined {
  if (!isOpen(path || '.', plain)) return undefined;
  const about = quoted.exec(finding.says)?.[1] ?? '';
  const site = {
    ...{ id, way, atMs, path: redact(path || '.'), form: redact(placeForm(finding)) },
    mark: placeMark(finding),
    ...(isOpen(about, plainName) ? { about: redact(about) } : {}),
  };
  if (way === 'command') {
    const line = bareCommand(command ?? '');
    return isHarmlessCommand(line, files) && redact(line) === line
      ? { ...site, command: redact(line) }
      : undefined;
  }
  if (suppression !== undefined) {
    const { directive, reason } = suppression;
    if (!isOpen(directive, plainDirective)) return site;
    const told = isOpen(reason, plainReason) ? { reason: redact(reason) } : {};
    return { ...site, added: [redact(directive)], ...told };
  }
  const code = (lines: readonly string[]) =>
    lines
      .flatMap((line) => codeOf(line) ?? [])
      .flatMap((line) => (redact(line) === line ? [redact(line)] : []));
  return { ...site, removed: code(removed), added: code(added) };
}

function isOpen(text: string, shape: RegExp): boolean {
  return shape.test(text) && redact(text) === text;
}
