/** Longest name kept; longer ones are not names but code that was misread. */
const longestNameCharacters = 200;

/** A name, and what it says it belongs to: `ns::A<T>::b` is `b` of `ns.A`. */
interface QualifiedName {
  readonly name: string;
  readonly container?: string;
}

/** Takes a name apart. `undefined` when it is none. */
export function readName(text: string): QualifiedName | undefined {
  if (text.length > longestNameCharacters) return undefined;
  const isOperator = /\boperator\b/.test(text);
  const plain = (isOperator ? text : withoutBrackets(text)).replace(/\s+/g, ' ').trim();
  const parts = plain.split(/\s*(?:::|\\)\s*/).filter((part) => part !== '');
  const name = parts.pop();
  if (name === undefined) return undefined;
  return parts.length === 0 ? { name } : { name, container: parts.join('.') };
}

/** The type that a Go method belongs to, from its receiver: `(s *Stack[T])`. */
export function readReceiver(text: string): string | undefined {
  return /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^\]]*\]\s*)?\)$/u.exec(text.slice(0, longestNameCharacters))?.[1];
}

/** Last name of what is called: `a.b::c<T>` is `c`. */
export function readCallee(text: string): string | undefined {
  if (/^[\w$]+[?!]?$/.test(text)) return text;
  if (text.length > longestNameCharacters) return undefined;
  return /[\p{L}\p{N}_$]+[?!]?$/u.exec(withoutBrackets(text).trim())?.[0];
}

const introduction = /^\s*(?:extends|implements|super|for|:|<(?!\w+>))\s*/;
const modifiers = /^(?:(?:public|private|protected|virtual|dyn|typename|readonly|\?)\s*(?=[\w:]))+/;

/** Names in the list of what a class extends or implements. */
export function readBases(list: string): readonly string[] {
  const inner = /^\(([\s\S]*)\)$/.exec(list.trim())?.[1] ?? list;
  return withoutBrackets(
    inner
      .slice(0, 4000)
      .replace(/\/\*[^*]*\*\/|(?:\/\/|#)[^\n]*/g, ' ')
      .replace(introduction, ''),
  )
    .split(/,|\+|\b(?:implements|extends|with)\b/)
    .map((base) => base.replace(introduction, '').trim().replace(modifiers, '').trim())
    .filter((base) => /^[\\:]*[\p{L}_$'][\p{L}\p{N}_$.:\\']*$/u.test(base) && !base.startsWith("'"));
}

/** Text with everything in brackets left out: type arguments, arguments, bodies. */
function withoutBrackets(text: string): string {
  if (!/[<([{]/.test(text)) return text;
  let kept = '';
  let depth = 0;
  for (const character of text) {
    if ('<([{'.includes(character)) depth += 1;
    else if ('>)]}'.includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
