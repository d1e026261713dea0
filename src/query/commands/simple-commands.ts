/** One program with its arguments, as a shell would start it; quotes taken off, redirections apart. */
export interface SimpleCommand {
  readonly words: readonly string[];
  /** Operator that joins it to the command before: `''` for the first. */
  readonly joint: '' | '|' | '&&' | '||' | ';';
  /** Files that its output goes to; absent where it is not redirected to any. */
  readonly writes?: readonly string[];
}

/** Longer command lines carry a file or a script; the program stands at their start. */
const longestCommandLine = 8_000;
const mostCommands = 200;

const token =
  /(?<blank>[ \t\r]+|\\\r?\n)|(?<comment>(?<=^|[\s;&|(])#[^\n]*)|(?<heredoc><<-?[ \t]*['"]?(?<mark>\w+)['"]?)|(?<redirection>(?:\d{1,3}|&)?(?:>>|>\||<<<|<>|>|<)(?:&(?:\d{1,3}|-)?)?)|(?<operator>&&|\|\||;;|\|&|[|;&\n()])|(?<substitution>\$\(|[<>]\()|(?<single>\$?'[^']*'?)|(?<double>"(?:[^"\\]|\\[\s\S])*"?)|(?<escaped>\\[\s\S]?)|(?<backticks>`[^`]*`?)|(?<plain>[^\s\\'"`$|;&()<>]+|[\s\S])/y;

/** Splits a command line, or a script, into the commands a shell would start. Never throws; linear time. */
export function simpleCommands(commandLine: string): readonly SimpleCommand[] {
  const text = commandLine.slice(0, longestCommandLine);
  const reading = new Reading();
  const marks: string[] = [];
  let at = 0;
  while (at < text.length && reading.commands.length < mostCommands) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) break;
    const groups = match.groups ?? {};
    at = token.lastIndex;
    if (groups.mark !== undefined) marks.push(groups.mark);
    else if (groups.substitution !== undefined) at = reading.substitute(text, at);
    else if (groups.operator === '\n') {
      reading.endCommand(';');
      for (const mark of marks.splice(0)) at = afterHeredoc(text, at, mark);
    } else reading.take(groups);
  }
  reading.endCommand(';');
  return reading.commands;
}

/** The command, and the word of it, that is being put together. */
class Reading {
  readonly commands: SimpleCommand[] = [];
  #words: string[] = [];
  #word: string | undefined;
  #isTarget = false;
  #isWritten = false;
  #writes: string[] = [];
  #joint: SimpleCommand['joint'] = '';

  take(groups: Readonly<Record<string, string | undefined>>): void {
    if (groups.blank !== undefined) this.#endWord();
    else if (groups.redirection !== undefined) this.#redirect(groups.redirection);
    else if (groups.operator !== undefined) this.endCommand(jointOf(groups.operator));
    else if (groups.comment === undefined) this.#append(unquoted(groups));
  }

  endCommand(next: SimpleCommand['joint']): void {
    this.#endWord();
    this.#isTarget = false;
    if (this.#words.length > 0) {
      this.commands.push({
        words: this.#words,
        joint: this.commands.length === 0 ? '' : this.#joint,
        ...(this.#writes.length === 0 ? {} : { writes: this.#writes }),
      });
      this.#words = [];
      this.#joint = next;
    } else if (next !== ';') this.#joint = next;
    this.#writes = [];
  }

  /** The output of a command substitution is not known; it stands for itself, brackets and all. */
  substitute(text: string, from: number): number {
    const end = closingBracket(text, from);
    this.#append(`$(${text.slice(from, end)}`);
    return end;
  }

  #append(piece: string): void {
    this.#word = (this.#word ?? '') + piece;
  }

  #redirect(operator: string): void {
    this.#endWord();
    this.#isTarget = !/&(?:\d|-)/.test(operator);
    this.#isWritten = operator.includes('>');
  }

  #endWord(): void {
    if (this.#word === undefined) return;
    if (!this.#isTarget) this.#words.push(this.#word);
    else if (this.#isWritten) this.#writes.push(this.#word);
    this.#isTarget = false;
    this.#word = undefined;
  }
}

function jointOf(operator: string): SimpleCommand['joint'] {
  if (operator === '|' || operator === '|&') return '|';
  return operator === '&&' || operator === '||' ? operator : ';';
}

function unquoted(groups: Readonly<Record<string, string | undefined>>): string {
  if (groups.single !== undefined) return groups.single.replace(/^\$?'|'$/g, '');
  if (groups.double !== undefined) return groups.double.replace(/^"|"$/g, '').replace(/\\(["\\$`])/g, '$1');
  if (groups.escaped !== undefined) return groups.escaped.slice(1);
  return groups.backticks ?? groups.plain ?? '';
}

function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function afterHeredoc(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end === -1 ? text.length : end);
    at = end === -1 ? text.length : end + 1;
    if (line.trim() === mark) return at;
  }
  return text.length;
}
