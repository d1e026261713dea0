import type { CommitId } from '../model/repository.ts';
import { formatAge, formatCount, formatDate, formatMoment } from '../wording/formats.ts';
import { shortUuid } from '../wording/memory-words.ts';
import { alignColumns, indentLines, paragraph } from './terminal/layout.ts';
import { type Line, lineWidth, type Span, type Style, span, splitLines } from './terminal/line.ts';

/** The conditions of a rendering besides the answer. */
export interface Page {
  readonly width: number;
  /** Current time, for ages such as "3 years ago". */
  readonly nowMs: number;
}

/** A block of a command's answer, laid out once the page is known. Undefined, false and empty text show nothing. */
export type Block = ((page: Page) => readonly Line[]) | readonly Block[] | undefined | false | '';

/** A part of a line. Plain text is unstyled; ages wait for the page. Undefined and false are left out. */
export type Part = string | Span | readonly Part[] | ((page: Page) => Part) | undefined | false;

export function layOut(block: Block, page: Page): readonly Line[] {
  if (!block) return [];
  return typeof block === 'function' ? block(page) : block.flatMap((each) => layOut(each, page));
}

function lineOf(part: Part, page: Page): Line {
  if (part === undefined || part === false) return [];
  if (typeof part === 'string') return [span(part)];
  if (typeof part === 'function') return lineOf(part(page), page);
  return 'text' in part ? [part] : part.flatMap((each) => lineOf(each, page));
}

function styled(style: Style) {
  return (...parts: readonly Part[]): Part =>
    (page) =>
      lineOf(parts, page).map(({ text }) => ({ text, style }));
}

export const bold = styled('bold');
export const dim = styled('dim');
export const red = styled('red');
export const green = styled('green');
export const yellow = styled('yellow');
export const cyan = styled('cyan');
export const magenta = styled('magenta');

function since(format: (timeMs: number, nowMs: number) => string) {
  return (timeMs: number): Part =>
    ({ nowMs }) =>
      format(timeMs, nowMs);
}

/** `3 years ago, 2023-04-01`. */
export const date = since(formatDate);
/** `4 minutes ago, 2026-04-01 11:56 UTC`. */
export const moment = since(formatMoment);
/** `3 years ago`. */
export const age = since(formatAge);

const shownIdDigits = 12;

/** Id short enough to read, long enough to be copied into another command. */
export function shortId(id: CommitId): Part {
  return yellow(id.slice(0, shownIdDigits));
}

/** The beginning of a memory's id, as a mark. */
export function itemMark(id: string): Part {
  return yellow(shortUuid(id));
}

/** Parts with `separator` between them. It stays with the part before, so that no line begins with it. */
export function joined(parts: readonly Part[], separator = ', '): readonly Part[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [separator, part]));
}

/** Makes a block only where it is shown: programs that read JSON get the answer alone. */
export function whenShown(make: () => Block): Block {
  return (page) => layOut(make(), page);
}

export const blank: Block = () => [[]];

/** A paragraph as wide as the page. */
export function text(...parts: readonly Part[]): Block {
  return row(false, ...parts);
}

/** A paragraph behind a lead; its other lines are indented by the width of that. */
export function row(lead: Part, ...parts: readonly Part[]): Block {
  return (page) => paragraph(lineOf(parts, page), { width: page.width, lead: lineOf(lead, page) });
}

/** A line that is never broken. */
export function unbroken(...parts: readonly Part[]): Block {
  return (page) => [lineOf(parts, page)];
}

/** A title, after an empty line. */
export function title(...parts: readonly Part[]): Block {
  return [blank, unbroken(bold(...parts))];
}

/** A title with the blocks below it; nothing where these are empty. */
export function section(name: string, ...blocks: readonly Block[]): Block {
  return (page) => {
    const body = layOut(blocks, page);
    return body.length === 0 ? [] : [...layOut(title(name), page), ...body];
  };
}

const labelWidth = 9;

/** A paragraph behind a dim label, `files    a.ts, b.ts`; nothing where it has no parts. */
export function field(label: string, ...parts: readonly Part[]): Block {
  return (page) => {
    const body = lineOf(parts, page);
    if (body.length === 0) return [];
    return paragraph(body, { width: page.width, lead: [span(`${label} `.padEnd(labelWidth), 'dim')] });
  };
}

/** A labelled text that may have several lines; nothing when it is empty. */
export function fieldLines(label: string, said: string | undefined, style?: Style): Block {
  return splitLines(said ?? '').map((each, at) =>
    each === '' ? blank : field(at === 0 ? label : '', span(each, style)),
  );
}

/** Below a list that was cut: `… 3 more; --limit shows more`. Nothing where it was not. */
export function andMore(hidden: number, how: string): Block {
  return hidden > 0 && unbroken(dim(`… ${formatCount(hidden)} more${how}`));
}

/** The first so many of a list, and how many more there are. */
export function cutTo<One>(most: number, all: readonly One[], how: string, show: (one: One) => Block): Block {
  return [all.slice(0, most).map(show), indent(2, andMore(all.length - most, how))];
}

/** A text of any number of lines, each a paragraph. */
export function lines(said: string): readonly Block[] {
  return splitLines(said).map((each) => text(each));
}

/** A warning behind a mark. */
export function warning(said: string): Block {
  return row(yellow('! '), yellow(said));
}

export function indent(columns: number, ...blocks: readonly Block[]): Block {
  return (page) => indentLines(layOut(blocks, { ...page, width: page.width - columns }), columns);
}

interface TableForm {
  /** Columns that are aligned to the right. */
  readonly numeric?: readonly number[];
  /** A row too wide for the page goes on in a line of its own, indented further. */
  readonly wraps?: boolean;
}

const rowHang = 4;

/** Rows whose cells stand below each other. */
export function table(rows: readonly (readonly Part[])[], { numeric, wraps }: TableForm = {}): Block {
  return (page) => {
    const aligned = alignColumns(
      rows.map((cells) => cells.map((cell) => lineOf(cell, page))),
      new Set(numeric),
    );
    return wraps ? aligned.flatMap((each) => paragraph(each, { width: page.width, hang: rowHang })) : aligned;
  };
}

/** Paragraphs behind cells that stand below each other. */
export function listing(
  rows: readonly (readonly [cells: readonly Part[], body: Part])[],
  { numeric }: Pick<TableForm, 'numeric'> = {},
): Block {
  return (page) => {
    const leads = layOut(
      table(
        rows.map(([cells]) => [...cells, '']),
        { ...(numeric && { numeric }) },
      ),
      page,
    );
    return rows.flatMap(([, body], at) =>
      paragraph(lineOf(body, page), { width: page.width, lead: leads[at] ?? [] }),
    );
  };
}

/** Told below an answer whose receipt could not be written. */
export function unrecorded(answer: string): Block {
  const words = `The ${answer} could not be recorded, so why and feedback cannot use it. afterwit doctor says more.`;
  return [blank, text(yellow(words))];
}

/** A command to copy, and its use. */
export type Step = readonly [command: string, why: string];

/** Commands to copy, under a title. Each reason stands beside its command if all of them fit, otherwise below it. */
export function steps(name: Part, ...all: readonly (Step | undefined | false)[]): Block {
  const given = all.filter((step) => step !== undefined && step !== false);
  if (given.length === 0) return undefined;
  return (page) => {
    const rows = given.map(([command, why]) => [cyan(command), dim(why)]);
    const beside = layOut(indent(2, table(rows)), page);
    const fits = beside.every((each) => lineWidth(each) <= page.width);
    const below = indent(
      2,
      rows.map(([command, why]) => [unbroken(command), indent(2, text(why))]),
    );
    const head = typeof name === 'string' ? bold(name) : name;
    return [...layOut([blank, unbroken(head)], page), ...(fits ? beside : layOut(below, page))];
  };
}

export function shellWord(text: string): string {
  return /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
