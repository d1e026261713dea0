import {
  allowedPrograms,
  commonOptions,
  type DeclaredKind,
  declares,
  handingOn,
  type ProjectFiles,
  readingOptions,
  wrappers,
} from './allowed-commands.ts';
import { bareCommand } from './command-lines.ts';

/** Plain words: no quote, substitution, redirection or second command. */
export const plainCommand = /^[\w./@:=+,^-]+(?: [\w./@:=+,^-]+){0,11}$/;
const longestCommand = 140;
const pathOfProject = /^(?!-|.*(?:^|\/)(?:node_modules|\.git|\.\.)(?:\/|$))[\w./+-]*\.\w{1,8}$/;
const folderOfProject = /^(?!-|\/|(?:.*\/)?(?:node_modules|\.git|\.\.)(?:\/|$))[\w./+-]+$/;
const requirementsOfProject = /^(?:requirements\/[\w.-]+|[\w.-]*requirements[\w.-]*)\.txt$/;
const testName = /^\w{1,80}$/;
/** A longer name, or more words in a row, could be a sentence. */
const mostWords = 4;
const mostPlainWords = 2;
const plainWord = /^(?:\.\/)?\w+(?:\/(?:\.{3})?)?$/;

/** How a program of the repository may be run. */
const programsHere = ['<program>', '<program> <path>…'];

/** Words for reading or building any part of the code. */
const checkingWords = wordsOf(
  `test tests unit integration e2e spec check checks lint format fmt style type types typecheck tsc build compile verify validate
  coverage bench benchmark`,
);
/** Further words in names that a repository declares, where they act inside of it: actions, and parts of code. */
const harmlessWords: ReadonlySet<string> = new Set([
  ...checkingWords,
  ...wordsOf(
    'fix bundle generate gen codegen docs doc setup init bootstrap deps ci all default proto fixtures assets imports stubs headers',
  ),
]);
const placesOfPrograms = wordsOf('scripts script tools tool bin src lib hack cmd');
/** Actions that cannot be taken back, change data, reach another machine or are told to others. */
const fatefulWords = wordsOf(
  `publish deploy release destroy delete drop reset remove purge push upload login logout wipe nuke migrate migration migrations rollback
  down undo revert restore seed prune uninstall upgrade remote prod production staging ship send sync tag archives force`,
);

/**
 * Whether an agent may be told to run a command that no person confirmed. Only listed forms of listed programs are allowed,
 * and each argument must be a file of the repository or declared by one: harmful commands cannot be listed (`mix
 * archive.install github x/y`, `go generate host/x`, `rake db:migrate:down`, a sentence behind `make install`).
 */
export function isHarmlessCommand(command: string, files: ProjectFiles): boolean {
  if (command.length > longestCommand || !plainCommand.test(command)) return false;
  return isAllowed(command.split(' '), files);
}

/** A repository with unknown files: named things count as declared, and their name decides. */
const unread: ProjectFiles = { textOf: () => '', isFolder: () => false };

/** They look, and change nothing, wherever they are. */
const looks = /^(?:pwd|ls|cat|head|tail|grep|rg|wc|which|git (?:status|diff|log|show|blame|ls-files))(?= |$)/;
/** They read code or run tests. */
const checkers =
  /^(?:pytest|unittest|mypy|pyright|flake8|pylint|eslint|tsc|vitest|jest|mocha|phpunit|rspec|shellcheck|go (?:test|vet)|cargo (?:test|check|clippy)|(?:python3?|node|ruby) [^- ]\S*)(?= |$)/;
/** Short options: how much is said, of tests; anything but a file to write, where nothing is run. */
const shortOfTests = /^-[vsqx]+$/;
const shortOfLooks = /^-(?:\d+|[a-np-zA-Z]{1,5}\d*)$/;
/** No shell puts anything in its place. It is a word of its own or a value, and hides no option. */
const quoted = /(?<=[\s=])(?:'(?!-)[^']*'|"(?!-)[^"$`\\]*")(?=\s|$)/g;
const signs = /[$`<>&\\(){}*'"]/;

/**
 * Whether a command line of the agent stays harmless without its surplus words. Without `cd parts` before `rm -rf build`, or
 * `-C parts` of `git clean`, the rest acts elsewhere.
 */
export function isHarmlessWithout(surplus: string, command: string): boolean {
  // Words after a line break would pass for words of the command before it.
  if (/[\n\r]/.test(command.trim())) return false;
  const words = ` ${bareCommand(command)} `;
  const rest = surplus.endsWith('/')
    ? words.replaceAll(` ${surplus}`, ' ')
    : words.replace(` ${surplus} `, ' ');
  return rest
    .replaceAll(quoted, 'quoted')
    .split(/&&|\|\||[;|]/)
    .every((part) => isHarmlessCommand(part.trim(), unread) || isOnlyRead(part.trim()));
}

/** Whether a command changes nothing, for any part of the code. */
function isOnlyRead(command: string): boolean {
  const words = command.split(' ');
  if (signs.test(command)) return false;
  const opening = handingOn.find((start) => start.every((word, place) => words[place] === word));
  if (opening !== undefined) return isOnlyRead(words.slice(opening.length).join(' '));
  const isLook = looks.test(command);
  const short = isLook ? shortOfLooks : shortOfTests;
  const options = words.filter((word) => word.startsWith('-'));
  if (!options.every((word) => readingOptions.has(word.replace(/=.*/, '')) || short.test(word))) return false;
  if (isLook) return true;
  const [checker = ''] = checkers.exec(command) ?? [];
  if (checker === '' || words.some(isFateful)) return false;
  // A script is known by its name alone: `python test_pot.py`.
  return !/^(?:python3?|node|ruby) /.test(checker) || checks(words[1] ?? '');
}

/** Whether a word is the name of a program that may be told of. */
export function isKnownProgram(word = ''): boolean {
  return Object.hasOwn(allowedPrograms, word);
}

function isAllowed(words: readonly string[], files: ProjectFiles): boolean {
  const opening = handingOn.find((start) => start.every((word, place) => words[place] === word));
  if (opening !== undefined) return isAllowed(words.slice(opening.length), files);
  const [first = '', ...others] = words;
  const isWrapper = Object.hasOwn(wrappers, first) && files.textOf(first.slice(2)) !== undefined;
  const name = isWrapper ? wrappers[first] : first;
  const program =
    name !== undefined && Object.hasOwn(allowedPrograms, name) ? allowedPrograms[name] : undefined;
  // A script of the repository itself.
  if (program === undefined)
    return first.startsWith('./') && programsHere.some((form) => fits(form, words, files));
  const own = (program.options ?? '').split(' ').filter(Boolean);
  const said = new Set(program.forms.flatMap((form) => form.split(' ')));
  const rest = withoutOptions(others, own, (word) => !said.has(word) && commonOptions.has(word), files);
  return rest !== undefined && program.forms.some((form) => fits(form, rest, files));
}

/** Arguments without the allowed options, which may stand anywhere. Undefined where the value of an option is not plain. */
function withoutOptions(
  words: readonly string[],
  own: readonly string[],
  isCommon: (word: string) => boolean,
  files: ProjectFiles,
): readonly string[] | undefined {
  const rest: string[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place] as string;
    if (word === '--' || isCommon(word) || own.includes(word)) continue;
    const [name, inline] = word.split(/=(.*)/s);
    const option = own.find((one) => one.split('=')[0] === name && one.includes('='));
    if (option === undefined) {
      rest.push(word);
      continue;
    }
    if (!isOneOf(option.slice(option.indexOf('=') + 1), inline ?? words[++place] ?? '', files))
      return undefined;
  }
  return rest;
}

function fits(form: string, words: readonly string[], files: ProjectFiles): boolean {
  const repeats = form.endsWith('…');
  const parts = form.replace('…', '').split(' ').filter(Boolean);
  if (words.length < parts.length || (!repeats && words.length > parts.length)) return false;
  const named = parts.findIndex((part) => part === '<script>' || part === '<program>');
  const handed = named < 0 ? [] : words.slice(named + 1);
  // A script that does more than checking may do anything with its arguments.
  if (handed.length > 0 && (!checks(words[named] ?? '') || handed.some(isFateful))) return false;
  const isPaths = /<(?:path|package)>…$/.test(form);
  const plain = words.filter((word) => plainWord.test(word)).length;
  if (isPaths && (plain > mostPlainWords || words.length > mostWords)) return false;
  return words.every((word, place) => {
    return isOneOf(parts[Math.min(place, parts.length - 1)] ?? '', word, files);
  });
}

/** @param choices `build|test|<script>` */
function isOneOf(choices: string, word: string, files: ProjectFiles): boolean {
  return choices.split('|').some((one) => {
    const kind = /^<(\w+)>$/.exec(one)?.[1];
    return kind === undefined ? one === word : isOfKind(kind, word, files);
  });
}

function isOfKind(kind: string, word: string, files: ProjectFiles): boolean {
  if (kind === 'number') return /^\d{1,6}$/.test(word);
  if (kind === 'time') return /^\d{1,6}(?:ms|s|m|h)$/.test(word);
  if (kind === 'path') return isFileHere(word, files) || isFolderHere(word, files);
  if (kind === 'package') return word.startsWith('./') && isFolderHere(word.replace(/\/\.\.\.$/, ''), files);
  if (kind === 'program') return isFileHere(word, files) && isKnownPath(word, files);
  if (kind === 'requirements') return requirementsOfProject.test(word) && isFileHere(word, files);
  // A program's own deed of that name comes first: `pnpm setup`, `turbo gen`, `gradle init`.
  if (/^(?:task|gradleTask)$/.test(kind) && !checks(word) && wordsOfName(word).length === 1) return false;
  const declared = kind === 'task' ? 'script' : (kind as DeclaredKind);
  const isDeclared = files === unread || declares(declared, word, files);
  return isDeclared && (kind === 'crate' ? !isFateful(word) : actsInside(word, files));
}

/** A file of the repository; behind it may stand names of tests that are written in it. */
function isFileHere(word: string, files: ProjectFiles): boolean {
  const [path = '', ...names] = word.replace(/^\.\//, '').split('::');
  if (path.startsWith('/') || !pathOfProject.test(path)) return false;
  const text = files.textOf(path);
  return (
    text !== undefined && names.every((name) => testName.test(name) && new RegExp(`\\b${name}\\b`).test(text))
  );
}

function isFolderHere(word: string, { isFolder }: ProjectFiles): boolean {
  const path = word.replace(/^\.\//, '').replace(/\/$/, '');
  return folderOfProject.test(path) && isFolder(path);
}

/** Where packages of a repository lie. */
const placesOfPackages = ['', 'src/', 'lib/', 'packages/', 'apps/', 'crates/'];

/**
 * Whether a short name acts inside the repository: each word is known, or names a package here behind a word that reads
 * or builds. `test:charge`, `build-and-submit` and `setup-infra` may do anything.
 */
function actsInside(name: string, { isFolder }: ProjectFiles): boolean {
  const words = wordsOfName(name);
  const others = words.filter((word) => !harmlessWords.has(word));
  if (words.length > mostWords || others.length === words.length || isFateful(name)) return false;
  if (!checks(name)) return others.length === 0;
  return others.every((word) => placesOfPackages.some((place) => isFolder(place + word)));
}

/** A file to run must have a name of known words and lie in a usual folder of programs: `./terminate.sh` may do anything. */
function isKnownPath(path: string, files: ProjectFiles): boolean {
  const folders = path.replace(/^\.\//, '').split('/');
  const name = folders.pop() ?? '';
  return (
    actsInside(name.replace(/\.\w+$/, ''), files) &&
    folders.flatMap(wordsOfName).every((word) => harmlessWords.has(word) || placesOfPrograms.has(word))
  );
}

/** Whether the name of a script or a program says that it only reads or builds code. */
function checks(name: string): boolean {
  const [first = ''] = wordsOfName(name.replace(/^.*\//, ''));
  return checkingWords.has(first);
}

function isFateful(name: string): boolean {
  return wordsOfName(name).some((word) => fatefulWords.has(word));
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
