import type { FileEdit } from '../model/session.ts';
import { leaveOut } from '../wording/leave-out.ts';
import { bareCommand, leadingFoldersOf, refusedWord, surplusOf } from './command-lines.ts';
import type { FixEpisode } from './fix-episode.ts';

const longestLine = 110;
const longestCommand = 240;
const mostRemoved = 2;
const mostAdded = 3;
const mostOtherFiles = 2;
const mostWords = 6;
/** Quotes, pipes and brackets mean nothing without the text around them. */
const plainWords = /^[\w./@:=+\s-]+$/;
const comment = /^\s*(?:\/\/|#|\*|\/\*).*\w/;
/** Brackets, comments, and the lines that begin every file: they tell nothing of a change. */
const saysNothing =
  /^(?:[\s{}()[\];,]*|\/\/.*|#(?!include|!|define).*|\*.*|\/\*.*|"""|package \w+|import \(|return;?|else\s*\{?|try\s*\{|end)$/;

/**
 * Describes the fix by the change and the agent's words: `Edit src/a.ts: cast the id before the lookup`, with the lines
 * that were removed and added; or by the command to run. Undefined where nothing tells.
 */
export function describeFix(episode: FixEpisode): string | undefined {
  const { remedy, failure } = episode;
  if (remedy.kind === 'prerequisite')
    return `Run \`${lineOf(remedy.command)}\` first, then \`${lineOf(failure.command ?? '')}\`.`;
  if (remedy.kind === 'edit') {
    const change = describeEdit(episode, remedy.files);
    const { command } = remedy;
    return change === undefined || command === undefined
      ? change
      : `${change}\nRun \`${lineOf(command)}\` with it.`;
  }
  const surplus = surplusOf(failure.command ?? '', remedy.command, refusedWord(failure));
  return surplus === undefined || !plainWords.test(surplus)
    ? describeOther(failure.command ?? '', remedy.command)
    : leaveOut(surplus);
}

function describeOther(failed: string, passed: string): string | undefined {
  const before = lineOf(failed);
  const after = lineOf(passed);
  if (before === after) {
    const folder = leadingFoldersOf(passed).at(-1);
    if (folder === undefined || folder === leadingFoldersOf(failed).at(-1)) return undefined;
    return `Run \`${after}\` in the folder \`${cut(folder.replaceAll('`', "'"), longestLine)}\`.`;
  }
  const [old, fresh] = [before.split(' '), after.split(' ')];
  const gone = old.filter((word) => !fresh.includes(word)).join(' ');
  const come = fresh.filter((word) => !old.includes(word));
  const isSmall =
    gone !== '' &&
    come.length > 0 &&
    come.length <= mostWords &&
    come.length < fresh.length &&
    plainWords.test(`${gone} ${come.join(' ')}`);
  return isSmall
    ? `Use \`${come.join(' ')}\`, not \`${gone}\`: run \`${after}\`.`
    : `Run \`${after}\`, not \`${before}\`.`;
}

function describeEdit({ failure, remarks }: FixEpisode, files: readonly FileEdit[]): string | undefined {
  const [main, ...others] = files;
  if (main === undefined) return undefined;
  const about = tellingWords([...failure.errorLines, ...failure.output.split('\n').slice(-40)].join('\n'));
  const changed = [...main.added, ...main.removed];
  // A change of comments alone, such as a suppression, is told by them; an announcement cannot stand for it.
  const onlyComments = !changed.some(tells) && changed.some((line) => comment.test(line));
  const why = explainFix(remarks, about, {
    done: tellingWords(changed.join('\n')),
    mayBePlan: !onlyComments,
  });
  const shown = onlyComments ? (line: string) => comment.test(line) : tells;
  const lines = [
    ...chooseLines(main.removed.filter(shown), mostRemoved, about).map((line) => `- ${line}`),
    ...chooseLines(main.added.filter(shown), mostAdded, about).map((line) => `+ ${line}`),
  ];
  if (why === undefined && lines.length === 0) return undefined;
  const also = others.length === 0 ? '' : ` (also ${namesOf(others)})`;
  const head = `Edit ${main.path}${also}${why === undefined ? ':' : `: ${startSmall(why)}.`}`;
  return [head, ...lines].join('\n');
}

function namesOf(files: readonly FileEdit[]): string {
  const more = files.length - mostOtherFiles;
  const named = files.slice(0, mostOtherFiles).map(({ path }) => path);
  return `${named.join(', ')}${more > 0 ? `, ${more} more` : ''}`;
}

function tells(line: string): boolean {
  return !saysNothing.test(line.trim());
}

/** Lines to tell; from an import list, the import that was missing. */
function chooseLines(lines: readonly string[], most: number, about: ReadonlySet<string>): readonly string[] {
  const coded = [...new Set(lines.map((line) => line.trim()))].map((code) => ({ code }));
  return mostTelling(coded, most, about).map(({ code }) => cut(code, longestLine));
}

/** The lines that share most with the failure, in their order. */
export function mostTelling<Line extends { readonly code: string }>(
  lines: readonly Line[],
  most: number,
  about: ReadonlySet<string>,
): readonly (Line & { readonly shared: number })[] {
  return lines
    .map((line, place) => ({ ...line, place, shared: countShared(line.code, about) }))
    .sort((a, b) => b.shared - a.shared || a.place - b.place)
    .slice(0, most)
    .sort((a, b) => a.place - b.place);
}

function lineOf(command: string): string {
  const bare = bareCommand(command).replaceAll('`', "'");
  return cut(bare === '' ? command.trim() : bare, longestCommand);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

/** `Cast the id` becomes `cast the id`; a name stays as it is. */
function startSmall(text: string): string {
  return /^[A-Z][a-z]+\b(?! ?\()/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

const word = /[A-Za-z_][A-Za-z0-9_]{3,80}/g;
const longestText = 20_000;

/** Words and names of a text that can tell what it is about, in lower case. */
export function tellingWords(text: string): ReadonlySet<string> {
  return new Set((text.slice(0, longestText).match(word) ?? []).map((one) => one.toLowerCase()));
}

/** How many of a text's telling words are among others. */
function countShared(text: string, words: ReadonlySet<string>): number {
  return [...tellingWords(text)].filter((one) => words.has(one)).length;
}

const shortest = 20;
const longest = 220;
const mostRemarks = 12;
const codeBlock = /```[\s\S]*?(?:```|$)/g;
/** A heading, a list's mark, a question, a cheer: no explanation. */
const notProse =
  /^(?:#|\||```|>|\d+\.\s*$)|\?$|^(?:perfect|great|good|excellent|done|all (?:tests|checks)|now i|tests? pass)/i;
/** `Let me`, `I'll`, `Now I need to`: the words after it name the next deed. */
const announcement =
  /^(?:(?:ok(?:ay)?|now|so|next|first|then|also|and|good|right|alright|perfect|great)[,.!:]?\s+)*(?:let me|let's|i'll|i will|i(?: also)? need to|we need to|i should|i'm going to|i have to)\s+(?:also |now |just |quickly |simply )*/i;
/** `I see the issue - `: the words after it say which. */
const interjection =
  /^(?:i see(?: the (?:issue|problem|bug))?|i found (?:it|the (?:issue|problem|bug))|found it|ah|right|ok(?:ay)?|indeed)\s?[-–—:,.!]\s*/i;
/** To look, to run and to check mend nothing. */
const onlyLooks =
  /^(?:check|look|see|run|re-?run|verify|test|try|read|find|search|view|examine|inspect|investigate|understand|confirm|debug|start|continue|explore|commit|push|wait|review)\b/i;
const gives =
  /\b(?:because|since|so that|instead|missing|must|should|needs?|expects?|requires?|wrong|cause|issue is|problem is|doesn't|does not|isn't|is not|wasn't|no longer|can't|cannot|only|still|but)\b/i;

/**
 * Returns the agent's sentence between a failure and its end that says most of why: it names something of the failure
 * or of the change, and is no mere announcement of looking. Undefined where there is none: then the change speaks for
 * itself.
 * @param failed telling words of why it failed
 * @param change telling words of the lines that were added and removed, and whether an announcement may stand for them
 */
function explainFix(
  remarks: readonly string[],
  failed: ReadonlySet<string>,
  { done, mayBePlan }: { readonly done: ReadonlySet<string>; readonly mayBePlan: boolean },
): string | undefined {
  let best: { readonly text: string; readonly worth: number } | undefined;
  for (const told of remarks.slice(-mostRemarks).flatMap(sentencesOf)) {
    const sentence = told.replace(interjection, '');
    const opening = announcement.exec(sentence)?.[0] ?? '';
    const text = sentence.slice(opening.length);
    if (opening !== '' && !mayBePlan) continue;
    if (text.length < shortest || notProse.test(sentence) || (opening !== '' && onlyLooks.test(text)))
      continue;
    const about = Math.min(countShared(text, failed), 3) + Math.min(countShared(text, done), 3);
    if (about === 0) continue;
    const worth = about + (gives.test(text) ? 2 : 0) - (opening === '' ? 0 : 1);
    if (worth >= (best?.worth ?? 2)) best = { text, worth };
  }
  return best?.text.replace(/[:.\s]+$/, '');
}

function sentencesOf(remark: string): readonly string[] {
  return remark
    .replace(codeBlock, '\n')
    .split(/\n+|(?<=[.!?:])\s+(?=[A-Z`"'(])/)
    .map((sentence) =>
      sentence
        .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((sentence) => sentence.length <= longest);
}
