import type { Finding } from '../../model/finding.ts';
import { fieldsOf, parsedJson, textOf } from '../../text/json/fields.ts';
import { languageOf } from '../../text/path-role.ts';
import { terminalLines } from '../logs/terminal-lines.ts';
import { type FindingFormat, findingFormats } from './finding-formats.ts';

const mostFindings = 200;
const mostLines = 4_000;
const longestLine = 600;
/** A line that tells of a place, or of a rule whose place stands in another. */
const hint =
  /FAIL|<testcase|<failure|:\d|\(\d|\d:\d|<(?:file|error)\b|\] |\[[\w@/-]+\]|^[A-Z]{1,4}\d{3,4}:? |^[\w@./\\-]+$|^(?:error|warning): |\bline \d|SC\d{4}|\(report\w+\)$|^\s+= (?:note|help)/;
const between = /(?<=>)(?=<(?:file|error|testcase|failure)\b)/;

interface Told {
  readonly tool: string;
  readonly path: string | undefined;
  readonly line: number | undefined;
  readonly rule: string | undefined;
  readonly says: string;
  readonly isTest: boolean | undefined;
}

const nothingTold: Told = {
  tool: '',
  path: undefined,
  line: undefined,
  rule: undefined,
  says: '',
  isTest: false,
};

/**
 * Returns the findings of checkers, each by itself, even where one command ran several. Never throws; a line of no
 * known shape says nothing.
 * @param worktree folder that absolute paths are made relative to
 */
export function readFindings(
  output: string,
  worktree?: string,
  formats: readonly FindingFormat[] = findingFormats,
): readonly Finding[] {
  const reported = readReport(output);
  if (reported !== undefined) return reported.map((one) => placed(one, worktree));
  const found: Finding[] = [];
  let told = nothingTold;
  const lines = terminalLines(output)
    .slice(0, mostLines)
    .flatMap((line) => (line.includes('><') ? line.split(between) : [line]));
  for (const [place, line] of lines.entries()) {
    if (found.length >= mostFindings) break;
    if (line.length > longestLine || !hint.test(line)) continue;
    const read = readLine(line, told, formats);
    if (read === undefined) continue;
    told = read;
    if (told.isTest && told.rule !== undefined && !(isOpened(line) && told.path === undefined)) {
      const { tool, rule, path = '', says } = told;
      found.push(placed({ tool, rule, path, line: 0, says, isTest: true }, worktree));
      told = nothingTold;
      continue;
    }
    if (told.path === undefined || told.line === undefined || told.rule === undefined) continue;
    const source = sourceAfter(lines, place, told.line);
    const { path, rule, says } = told;
    const tool = told.tool || (languageOf(path) ?? extensionOf(path));
    found.push(placed({ tool, rule, path, line: told.line, says, ...(source && { source }) }, worktree));
    told = { ...told, rule: undefined, says: '' };
  }
  return found;
}

/** A test is named; whether it failed stands behind it. */
function isOpened(line: string): boolean {
  return line.includes('<testcase');
}

function readLine(line: string, told: Told, formats: readonly FindingFormat[]): Told | undefined {
  for (const format of formats) {
    const match = format.shape.exec(line);
    const groups = match?.groups ?? {};
    if (match !== null) return joined(toldBy(groups, format), told, format);
  }
  return undefined;
}

function toldBy(groups: Readonly<Record<string, string | undefined>>, { tool, isTest }: FindingFormat): Told {
  const { path, code } = groups;
  const name = groups.rule ?? groups.rule2 ?? groups.rule3;
  const number = groups.line ?? groups.line2;
  return {
    ...{ tool, path, rule: name === undefined || code === undefined ? name : `${name} ${code}` },
    line: number === undefined ? undefined : Number(number),
    says: (groups.says ?? groups.says2 ?? '').trim(),
    isTest: isTest === true,
  };
}

/** Returns the facts of a line, with those of the lines above it. */
function joined(own: Told, told: Told, { place, joins }: FindingFormat): Told | undefined {
  if (place === 'below') return { ...own, path: undefined, line: undefined };
  if (joins) {
    const { tool, path, line, rule } = own;
    return {
      ...{ tool: tool || told.tool, path: path ?? told.path, says: told.says },
      isTest: told.isTest,
      ...{ line: line ?? told.line, rule: rule ?? told.rule },
    };
  }
  if (own.path !== undefined || own.isTest) return own;
  // A row under the name of its file.
  return told.path === undefined ? undefined : { ...own, path: told.path, line: own.line ?? told.line };
}

const looked = 6;
const marks = /^\s*(?:\d*\s*[|│])?\s*[\^~─━▔-]+[\s^~─━▔-]*$/;

/** The code that stands beneath a finding, marked or numbered. */
function sourceAfter(lines: readonly string[], place: number, line: number): string | undefined {
  const numbered = new RegExp(String.raw`^\s*[>→✖]?\s*${line}(?:\s*[|│]\s?|\s)(.*\S)\s*$`);
  for (const next of lines.slice(place + 1, place + 1 + looked)) {
    const text = numbered.exec(next)?.[1];
    if (text !== undefined) return text.trim();
  }
  const [next = '', after = ''] = lines.slice(place + 1, place + 3);
  if (next.length > longestLine || next.trim() === '') return undefined;
  return /^[\t ]/.test(next) || marks.test(after) ? next.trim() || undefined : undefined;
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

function placed(finding: Finding, worktree: string | undefined): Finding {
  const forward = finding.path.replaceAll('\\', '/');
  const top = worktree?.replaceAll('\\', '/').replace(/\/+$/, '');
  // A checker that runs in a folder of its own climbs to the top first.
  const climbed = forward.replace(/^(?:\.\.?\/)+/, '');
  const inside = [forward, `/${climbed}`].find((one) => top && one.startsWith(`${top}/`));
  return { ...finding, path: top && inside ? inside.slice(top.length + 1) : climbed };
}

/** Findings of a SARIF report; undefined where the output is none. */
function readReport(output: string): readonly Finding[] | undefined {
  const start = output.indexOf('{');
  if (start === -1 || !/"(?:runs|results)"\s*:/.test(output)) return undefined;
  const { runs } = fieldsOf(parsedJson(output.slice(start, output.lastIndexOf('}') + 1)));
  return Array.isArray(runs) ? runs.flatMap(resultsOf).slice(0, mostFindings) : undefined;
}

function resultsOf(run: unknown): readonly Finding[] {
  const { tool, results } = fieldsOf(run);
  const name = textOf(fieldsOf(fieldsOf(tool).driver).name) ?? '';
  if (!Array.isArray(results)) return [];
  return results.flatMap((result) => {
    const { ruleId, locations, message } = fieldsOf(result);
    const place = fieldsOf(fieldsOf(Array.isArray(locations) ? locations[0] : undefined).physicalLocation);
    const path = textOf(fieldsOf(place.artifactLocation).uri)?.replace(/^file:\/\//, '');
    const { startLine } = fieldsOf(place.region);
    const rule = textOf(ruleId);
    if (path === undefined || rule === undefined || typeof startLine !== 'number') return [];
    const says = textOf(fieldsOf(message).text) ?? '';
    return [{ tool: name || (languageOf(path) ?? extensionOf(path)), rule, path, line: startLine, says }];
  });
}
