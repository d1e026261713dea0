import type { Finding, FindingWay } from '../model/finding.ts';
import type { EditedLines } from '../model/session.ts';
import { align } from '../text/likeness.ts';

/** A change of the file of a finding, or of another that names its rule. */
export interface PlacedChange extends Pick<EditedLines, 'added' | 'removed'> {
  readonly path: string;
  /** Whether it was made where the finding stands; absent where that is not known. */
  readonly isNear?: boolean;
}

/** Action about a finding, and the lines that did it. */
export interface DoneAbout {
  readonly way: FindingWay;
  readonly path: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly command?: string;
  readonly suppression?: Suppression;
}

const settingsFile =
  /(?:rc|\.(?:toml|ya?ml|json[c5]?|cfg|ini|conf|config\.\w+|editorconfig|props|xml))$|(?:^|\/)\.[\w-]+$/;
const commented = /(?:\/\/|#|\/\*|--|<!--|;;)(.*)$/;
const annotation = /^\s*(?:@\w*[Ss]uppress\w*\(|#!?\[(?:allow|expect)\()(.*)$/;
/**
 * Comments that silence checkers, where they name no rule. A comment for a checker not listed here is known by the rule
 * it names; without a rule it is called a change.
 */
const silences =
  /(?:\/\/|#|\/\*|<!--)\s*(?:nolint|noqa|nosec|NOLINT|NOSONAR|noinspection|lint:ignore|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|mypy:\s*ignore|eslint-disable|biome-ignore|oxlint-disable|deno-lint-ignore|@ts-(?:ignore|expect-error|nocheck)|rubocop:\s*disable|shellcheck\s+disable|ktlint-disable|stylelint-disable|pragma:\s*no)/;
const namesOthers = /^(?:-next-line|-line)?\s*[:=([]\s*[\w@]|^-(?:next-)?line\s+[\w@]/;
const branches =
  /\b(?:if|else|elif|case|default|except|catch|rescue|unless|match|guard|ensure|finally|recover)\b|\?\?|\?\.|\|\|\s/;
const tokens = /[A-Za-z_$][\w$]*|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s\w]/g;
const identifier = /^[A-Za-z_$][\w$]*$/;
/** The directive before the name of a rule that turns it off: `nolint:`, `disable=`, `allow(`. */
const turnsOff =
  /(?:ignore|disable|allow|suppress|expect|skip|off)(?:-[\w-]+)?[^a-z]*$|[:=([]["']?[^a-z]*(?:[\w/:-]+, ?)*$/i;
const mostRead = 40;
const mostTold = 2;

/** Returns the action about a finding; undefined where no known change has to do with it. */
export function tellWay(
  finding: Finding,
  changes: readonly PlacedChange[],
  command: string | undefined,
): DoneAbout | undefined {
  const own = changes.filter(({ path }) => path === finding.path);
  const nearest = mostTelling(finding, own);
  if (nearest.length > 0) {
    const removed = nearest.flatMap((change) => change.removed);
    const added = nearest.flatMap((change) => change.added);
    const suppression = added
      .filter((line) => !removed.includes(line))
      .flatMap((line) => suppressionIn(line, finding.rule) ?? [])[0];
    const way = suppression === undefined ? wayOf(removed, added) : 'suppressed';
    const told = { way, path: finding.path, ...toldLines(finding, way, removed, added) };
    return suppression === undefined ? told : { ...told, suppression };
  }
  const settings = changes.find(({ path }) => path !== finding.path && settingsFile.test(path));
  if (settings !== undefined) {
    const { path, removed, added } = settings;
    return { way: 'configured', path, ...toldLines(finding, 'configured', removed, added) };
  }
  if (own.length > 0 || command === undefined) return undefined;
  return { way: 'command', path: finding.path, removed: [], added: [], command };
}

/** Changes where it stands, or else those in its words. */
function mostTelling(finding: Finding, changes: readonly PlacedChange[]): readonly PlacedChange[] {
  const ranked = changes.map((change) => ({ change, rank: rankOf(finding, change) }));
  const best = Math.max(0, ...ranked.map(({ rank }) => rank));
  if (best > 0) return ranked.filter(({ rank }) => rank === best).map(({ change }) => change);
  // The finding's place is unknown, and nothing else was changed.
  return changes.length === 1 && changes[0]?.isNear === undefined ? changes : [];
}

function rankOf({ source, rule, says }: Finding, { isNear, added, removed }: PlacedChange): number {
  const holds = source !== undefined && [...removed, ...added].some((line) => line.trim().startsWith(source));
  if (isNear === false && !holds) return 0;
  const isSilenced = added.some((line) => suppressionIn(line, rule) !== undefined);
  if (isNear || holds) return 2 + (isNear ? 4 : 0) + (holds ? 2 : 0) + (isSilenced ? 3 : 0);
  if (isSilenced) return 2;
  const names = namesIn(says);
  return [...added, ...removed].some((line) => tokensOf(line).some((one) => names.has(one))) ? 1 : 0;
}

/** Names that a message quotes, or that are written as names are: with a dot, an underscore, or capitals inside. */
function namesIn(says: string): ReadonlySet<string> {
  const quoted = [...says.matchAll(/[`'"\u2018\u201c]([^`'"\u2019\u201d]{2,80})[`'"\u2019\u201d]/g)].map(
    ([, name = '']) => name,
  );
  const written = says.match(/\b\w+(?:[._]\w+)+\b|\b\w*[a-z][A-Z]\w*\b/g) ?? [];
  return new Set(
    [...quoted, ...written].flatMap(tokensOf).filter((one) => one.length > 2 && identifier.test(one)),
  );
}

function wayOf(removed: readonly string[], added: readonly string[]): FindingWay {
  const [old, fresh] = [removed.filter(isCode), added.filter(isCode)];
  if (fresh.length === 0) return 'removed';
  const pair = likestPair(old, fresh);
  if (pair !== undefined) {
    const { left, came } = pair;
    if (isRenamed(left, came)) return 'renamed';
    if (left.length === 0 && came.includes('(') && came.some((one) => identifier.test(one))) return 'wrapped';
  }
  const isBranching = (lines: readonly string[]) => lines.filter((line) => branches.test(line)).length;
  const brought = pair?.came.filter((one) => identifier.test(one)) ?? [];
  const isJudged = fresh.some(
    (line) => branches.test(line) && brought.some((name) => tokensOf(line).includes(name)),
  );
  return isJudged || isBranching(fresh) > isBranching(old) ? 'handled' : 'changed';
}

/** A suppression in two parts: the words for the checker, and the remark beside them for people. */
interface Suppression {
  readonly directive: string;
  readonly reason: string;
}

/** Returns the comment or annotation of a line that names the rule, or tells a known checker to be silent. */
function suppressionIn(line: string, rule: string): Suppression | undefined {
  const comment = commented.exec(line)?.[0] ?? annotation.exec(line)?.[0]?.trim();
  if (comment === undefined) return undefined;
  const end = endOfDirective(comment, rule) ?? endOfSilence(comment);
  if (end === undefined) return undefined;
  const closed = /^[\])"',\w-]*/.exec(comment.slice(end))?.[0].length ?? 0;
  const directive = comment.slice(0, end + closed).replace(/,$/, '');
  const reason = comment.slice(end + closed).replace(/^[\s:/#*–—-]+|[\s*/>-]+$/g, '');
  return { directive, reason };
}

/** Behind a word that silences all rules; undefined where it names others. */
function endOfSilence(comment: string): number | undefined {
  const end = silences.exec(comment)?.[0].length;
  return end === undefined || namesOthers.test(comment.slice(end)) ? undefined : end;
}

/** Behind the last name of the rule that the comment turns off. */
function endOfDirective(comment: string, rule: string): number | undefined {
  const ends = namesOf(rule).flatMap((name) => {
    const at = placeOfName(comment, name);
    return at !== undefined && turnsOff.test(comment.slice(0, at)) ? [at + name.length] : [];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function isCode(line: string): boolean {
  return /\w/.test(line.replace(/^\s*(?:\/\/|#(?!\[)|\*|\/\*).*$/, ''));
}

function likestPair(removed: readonly string[], added: readonly string[]) {
  let best:
    | { kept: number; old: string; fresh: string; left: readonly string[]; came: readonly string[] }
    | undefined;
  for (const old of removed.slice(0, mostRead))
    for (const fresh of added.slice(0, mostRead)) {
      const { kept, changes } = align(tokensOf(old), tokensOf(fresh));
      if (kept >= 2 && kept > (best?.kept ?? 0))
        best = {
          ...{ kept, old, fresh },
          left: changes.flatMap(({ left }) => left),
          came: changes.flatMap(({ came }) => came),
        };
    }
  return best;
}

/** One name in the place of another that reads like it: other capitals, or `_` before it. */
function isRenamed(left: readonly string[], came: readonly string[]): boolean {
  const [old, fresh] = [[...new Set(left)], [...new Set(came)]];
  if (old.length !== 1 || fresh.length !== 1) return false;
  const letters = (name = '') => name.toLowerCase().replaceAll(/[_$\d]/g, '');
  const [one, other] = [old[0] ?? '', fresh[0] ?? ''];
  if (!identifier.test(one) || !identifier.test(other)) return false;
  return other === '_' || letters(one) === letters(other);
}

function tokensOf(line: string): readonly string[] {
  return line.slice(0, 400).match(tokens) ?? [];
}

/** The lines that show the way best. */
function toldLines(
  { source }: Finding,
  way: FindingWay,
  removed: readonly string[],
  added: readonly string[],
): Pick<DoneAbout, 'removed' | 'added'> {
  if (way === 'suppressed' || way === 'configured') return { removed: [], added: [] };
  const code = (lines: readonly string[]) => lines.filter(isCode).slice(0, mostRead);
  const [old, fresh] = [code(removed), code(added)];
  const main = old.find((line) => line.trim() === source) ?? likestPair(old, fresh)?.old;
  const pair = likestPair(main === undefined ? old : [main], fresh)?.fresh ?? fresh[0];
  const from = fresh.indexOf(pair ?? '');
  return {
    removed: main === undefined ? old.slice(0, 1) : [main],
    added: fresh.slice(Math.max(0, from), Math.max(0, from) + mostTold),
  };
}

/** Whether a text names a rule, or a part of its name that is its own: `clippy::needless_return`, `gosec G104`. */
export function namesRule(text: string, rule: string): boolean {
  return namesOf(rule).some((name) => placeOfName(text, name) !== undefined);
}

function namesOf(rule: string): readonly string[] {
  return rule
    .split(' ')
    .flatMap((name) => [name, name.split(/[/:]+/).at(-1) ?? name])
    .filter((name) => name.length > 2);
}

function placeOfName(text: string, name: string): number | undefined {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + name.length]];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return undefined;
}
