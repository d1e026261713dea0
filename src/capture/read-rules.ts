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
const fence = /^\s*(?:```|~~~)/;
const commentStart = /^\s*<!--/;
const commentEnd = '-->';
const comment = /<!--.*?-->/g;
const heading = /^(#{1,6})\s+(.{1,200}?)\s*#*$/;
const listItem = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(.*)$/;
/** A table, a rule between parts, an import of another file, a comment, a picture. */
const noRule = /^\s*(?:\||-{3,}|={3,}|\*{3,}|@\S+$|<!--|!\[|<\/?\w)/;
const normative =
  /\b(?:must|never|always|do not|don['’]?t|should|shall|avoid|prefer|ensure|make sure|only|required?|instead of|rather than|forbidden|not allowed|mandatory)\b|^(?:use|run|write|keep|add|put|name|follow|check|read|update|create|place|import|export|test|commit|return|handle|log|document|include|validate|wrap|call|remove|delete|set|start|stop|open|close|ask|wait|treat|limit|split|move|store|format|lint|build)\b/i;

/**
 * Rules in a text of Markdown: each item of a list, with the lines it goes on in, and each paragraph that says what to do. Code,
 * tables, headings and mere names are none.
 */
export function readRules(text: string): readonly StatedRule[] {
  const rules: StatedRule[] = [];
  for (const { lines, section, isItem } of blocksOf(text.replace(/\r\n?/g, '\n').replace(frontMatter, ''))) {
    const said = lines
      .map((line) => line.trim())
      .join(' ')
      .replaceAll(comment, '')
      .replace(/^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/, '')
      .trim();
    const isNormative = normative.test(said.replace(/^\W+/, ''));
    const isRule =
      said.length <= longestRule && said.split(/\s+/).length >= leastWords && (isItem || isNormative);
    if (isRule) rules.push({ text: said, section, lines, isNormative });
    if (rules.length >= mostRules) break;
  }
  return rules;
}

interface Block {
  readonly lines: readonly string[];
  readonly section: string;
  readonly isItem: boolean;
}

/** Whoever reads the page does not see a comment, so it is no rule: neither what was struck out, nor what somebody hid there. */
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
  const blocks: Block[] = [];
  const sections: string[] = [];
  let open: { lines: string[]; isItem: boolean } | undefined;
  let isCode = false;
  const close = (): void => {
    if (open !== undefined) blocks.push({ ...open, section: sections.filter(Boolean).join(' › ') });
    open = undefined;
  };
  for (const line of withoutComments(text.split('\n'))) {
    if (fence.test(line)) isCode = !isCode;
    const [, marks, title] = heading.exec(line) ?? [];
    const isItem = listItem.test(line);
    if (
      isCode ||
      fence.test(line) ||
      line.trim() === '' ||
      noRule.test(line) ||
      marks !== undefined ||
      isItem
    )
      close();
    if (marks !== undefined && !isCode) {
      sections.length = marks.length - 1;
      sections[marks.length - 1] = title ?? '';
    } else if (!isCode && !fence.test(line) && line.trim() !== '' && !noRule.test(line)) {
      if (open === undefined) open = { lines: [line], isItem };
      else open.lines.push(line);
    }
  }
  close();
  return blocks;
}
