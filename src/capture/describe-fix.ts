import type { FileEdit } from '../model/session.ts';
import { bareCommand, leadingFolderOf } from './command-words.ts';
import { explainFix } from './explain-fix.ts';
import type { FixEpisode } from './fix-episode.ts';
import { countShared, tellingWords } from './telling-words.ts';

const longestLine = 110;
const longestCommand = 140;
const mostRemoved = 2;
const mostAdded = 3;
const mostOtherFiles = 2;
const mostWords = 6;
/** Quotes, pipes and brackets mean nothing without what stands around them. */
const plainWords = /^[\w./@:=+\s-]+$/;
/** Brackets, comments, and what begins every file: they tell nothing of a change. */
const saysNothing =
  /^(?:[\s{}()[\];,]*|\/\/.*|#(?!include|!|define).*|\*.*|\/\*.*|"""|package \w+|import \(|return;?|else\s*\{?|try\s*\{|end)$/;

/**
 * What the fix *was*, told from the change and from what the agent wrote: `Edit src/a.ts: cast the id before the lookup`, with the
 * lines that were removed and added; or which command to run. Undefined where nothing tells.
 */
export function describeFix(episode: FixEpisode): string | undefined {
  const { remedy, failure } = episode;
  if (remedy.kind === 'prerequisite')
    return `Run \`${lineOf(remedy.command)}\` first, then \`${lineOf(failure.command ?? '')}\`.`;
  return remedy.kind === 'command'
    ? describeOther(failure.command ?? '', remedy.command)
    : describeEdit(episode, remedy.files);
}

function describeOther(failed: string, passed: string): string | undefined {
  const before = lineOf(failed);
  const after = lineOf(passed);
  if (before === after) {
    const folder = leadingFolderOf(passed);
    if (folder === undefined || folder === leadingFolderOf(failed)) return undefined;
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
  const told = {
    errorLines: [...failure.errorLines, ...failure.output.split('\n').slice(-40)],
    changed: [...main.added, ...main.removed],
  };
  const why = explainFix(remarks, told);
  const about = tellingWords(told.errorLines.join('\n'));
  const lines = [
    ...chooseLines(main.removed, mostRemoved, about).map((line) => `- ${line}`),
    ...chooseLines(main.added, mostAdded, about).map((line) => `+ ${line}`),
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

/** The lines that share most with what failed, in their order: of an import list, the import that was missing. */
function chooseLines(lines: readonly string[], most: number, about: ReadonlySet<string>): readonly string[] {
  return [...new Set(lines.map((line) => line.trim()))]
    .filter((line) => !saysNothing.test(line))
    .map((line, place) => ({ line: cut(line, longestLine), place, shared: countShared(line, about) }))
    .sort((a, b) => b.shared - a.shared || a.place - b.place)
    .slice(0, most)
    .sort((a, b) => a.place - b.place)
    .map(({ line }) => line);
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
