/** A rule as a file for agents states it. */
export interface StatedRule {
  readonly text: string;
  /** Headings above it, outermost first. */
  readonly section: string;
  /** The lines of the file that hold it, as they stand there. */
  readonly lines: readonly string[];
  /** It says what to do or not to do; others say how things are. */
  readonly isNormative: boolean;
}

const mostRules = 1_000;
const longestRule = 600;
const leastWords = 3;
const frontMatter = /^---\n[\s\S]{0,20000}?\n---\n/;
const fence = /^\s*(?:```|~~~)\s*([\w+-]{0,20})/;
/** In these a line stands by itself: a command, an entry of a listing. A line of a program does not. */
const lineLanguages = new Set(['', 'sh', 'bash', 'zsh', 'fish', 'shell', 'console', 'powershell', 'text']);
const commentStart = /^\s*<!--/;
const commentEnd = '-->';
const comment = /<!--.*?-->/g;
const heading = /^(#{1,6})\s+(.{1,200}?)\s*#*$/;
const listItem = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;
/** A separator, the line beneath the head of a table, an import, a comment, a picture, the address of a link. */
const noRule = /^\s*(?:\|?[\s:|-]*-{3,}[\s:|-]*$|={3,}|\*{3,}|@\S+$|<!--|!\[|<\/?\w|\[[^\]]{1,60}\]:\s)/;
const tableRow = /^\s*\|/;
const tableRule = /^\s*\|[\s:|-]{3,}$/;
const shellComment = /^\s*(?:#|\/\/)/;
const normative =
  /\b(?:must|never|always|do not|don['’]?t|should|shall|avoid|prefer|ensure|make sure|required?|instead of|rather than|forbidden|not allowed|mandatory)\b|^(?:use|run|write|keep|add|put|name|follow|check|read|update|create|place|import|export|test|commit|return|handle|log|document|include|validate|wrap|call|remove|delete|set|start|stop|open|close|ask|wait|treat|limit|split|move|store|format|lint|build)\b/i;

/** In brackets stands when it matters, and what ends with a colon heads the items below it. */
const aside = /\([^()]*\)/g;
const leading = /^(?:\W|(?:only|please)\s)+/i;

function saysWhatToDo(said: string): boolean {
  return !said.endsWith(':') && normative.test(said.replaceAll(aside, ' ').replace(leading, ''));
}

/**
 * Rules in a Markdown text: each item of a list with its continuation lines, each row of a table, each command of a listing,
 * and each paragraph that gives an order. Programs, headings and mere names are none.
 */
export function readRules(text: string): readonly StatedRule[] {
  const rules: StatedRule[] = [];
  for (const { lines, section, isItem, isCode } of blocksOf(
    text.replace(/\r\n?/g, '\n').replace(frontMatter, ''),
  )) {
    const said = lines
      .map((line) => line.trim())
      .join(' ')
      .replaceAll(comment, '')
      .replace(/^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/, '')
      .trim();
    const isNormative = !isCode && saysWhatToDo(said);
    const words = said.match(/[\p{L}\p{N}][^\s|]*/gu)?.length ?? 0;
    const isRule = said.length <= longestRule && words >= leastWords && (isItem || isNormative);
    if (isRule) rules.push({ text: said, section, lines, isNormative });
    if (rules.length >= mostRules) break;
  }
  return rules;
}

interface Block {
  readonly lines: readonly string[];
  readonly section: string;
  readonly isItem: boolean;
  /** It is shown, not said: a command is a fact, in any words. */
  readonly isCode: boolean;
}

/** Drops comments: a reader of the page does not see them, so struck-out or hidden text is no rule. */
function* withoutComments(lines: readonly string[]): Iterable<string> {
  let [isComment, isCode] = [false, false];
  for (const line of lines) {
    if (fence.test(line) && !isComment) isCode = !isCode;
    const begins = !isComment && !isCode && commentStart.test(line);
    const isWhole = begins && line.includes(commentEnd);
    yield isComment || (begins && !isWhole) ? '' : line;
    isComment = (isComment || (begins && !isWhole)) && !line.includes(commentEnd);
  }
}

function blocksOf(text: string): readonly Block[] {
  const reading = new BlockReading();
  const lines = [...withoutComments(text.split('\n'))];
  for (const [at, line] of lines.entries()) reading.take(line, lines[at + 1] ?? '');
  return reading.end();
}

class BlockReading {
  readonly #blocks: Block[] = [];
  readonly #sections: string[] = [];
  #open: { lines: string[]; isItem: boolean; isCode: boolean } | undefined;
  /** Language of the code that is being read; undefined outside. */
  #language: string | undefined;
  /** Lines of code; taken back where their fence never closes. */
  #code: string[] = [];

  take(line: string, next: string): void {
    const [isFence, language = ''] = fence.exec(line) ?? [];
    if (isFence !== undefined) {
      this.#close();
      for (const code of this.#code.splice(0)) this.#alone(code, true);
      this.#language = this.#language === undefined ? language.toLowerCase() : undefined;
    } else if (this.#language !== undefined) this.#takeCode(line);
    else this.#takeProse(line, next);
  }

  end(): readonly Block[] {
    this.#close();
    return this.#blocks;
  }

  #takeCode(line: string): void {
    if (lineLanguages.has(this.#language ?? '') && !shellComment.test(line)) this.#code.push(line);
  }

  #takeProse(line: string, next: string): void {
    const [, marks, title = ''] = heading.exec(line) ?? [];
    if (marks !== undefined) {
      this.#close();
      this.#sections.length = marks.length - 1;
      this.#sections[marks.length - 1] = title;
    } else if (line.trim() === '' || noRule.test(line)) this.#close();
    else if (tableRow.test(line)) {
      if (!tableRule.test(next)) this.#alone(line, false);
    } else if (listItem.test(line)) {
      this.#close();
      this.#open = { lines: [line], isItem: true, isCode: false };
    } else if (this.#open === undefined) this.#open = { lines: [line], isItem: false, isCode: false };
    else this.#open.lines.push(line);
  }

  #alone(line: string, isCode: boolean): void {
    this.#close();
    if (line.trim() !== '') this.#open = { lines: [line], isItem: true, isCode };
    this.#close();
  }

  #close(): void {
    if (this.#open !== undefined)
      this.#blocks.push({ ...this.#open, section: this.#sections.filter(Boolean).join(' › ') });
    this.#open = undefined;
  }
}
