import { foldText } from './fold-text.ts';

/**
 * What a model could take for the structure of its own context instead of text in it. Agents wrap what is said to them, and
 * their calls of tools, in tags; models are trained on special tokens and on turns that begin with a role. One rule each,
 * for forms rather than for single names, over folded text, which has small letters only. Classes of Unicode and a regard for
 * case would take a hook ten times as long to compile:
 */
const opening = '<(?:<|\\s){0,3}[/!?\\\\]?\\s{0,3}(?![a-z0-9\\u0080-\\uffff._-]{1,40}@)';

/** Words that such tags begin with: roles, tools and their results, reasoning, what wraps instructions, our own fence. */
const tagWords = [
  'afterwit|antml|system|developer|human|assistant|sys|tool|function|invoke|im_|prompt|instruction|reminder',
  '(?:command|local|environment|user|turn)[-_]',
  '(?:user|agent|model|ai|claude|codex|bos|eos|inst|parameters?|results?|think|thinking|reasoning|context|messages?)(?![a-z0-9\\u0080-\\uffff])',
].join('|');

/** Beyond this a tag is not looked for its end: nobody reads it as one. */
const attributes = '[^<>\\n]{0,200}';
const value = '(?:"[^"<>\\n]{0,100}"|\'[^\'<>\\n]{0,100}\'|[^\\s"\'<>]{1,100})';
const compoundName =
  '[a-z\\u0080-\\uffff_][a-z0-9\\u0080-\\uffff]{0,40}(?:[-_:][a-z0-9\\u0080-\\uffff]{1,40}){1,8}';

/** `<system-reminder>`, `</result>`, `<invoke name="x">`, `<<SYS>>`; closed or not. */
const knownTag = `${opening}(?:${tagWords})(?:${attributes}>>?)?`;

/** `<local-command-stdout>`, `<user_instructions>`: a whole tag whose name has parts, as names of protocols do. */
const compoundTag = `${opening}${compoundName}(?:\\s{1,3}[a-z\\u0080-\\uffff_][a-z0-9\\u0080-\\uffff_:-]{0,40}\\s?=\\s?${value}){0,8}\\s{0,3}/?\\s{0,3}>`;

/** `<|im_start|>`, `<|channel|>`, and the same without its end. */
const specialToken = '<\\s?\\|(?:\\s?[a-z0-9\\u0080-\\uffff_ /-]{1,60}\\s?\\|\\s?>|(?=[a-z\\u0080-\\uffff]))';

/** `<s>` and `</s>`; `<S extends T>` is none. */
const sequenceToken = '<\\s?/?\\s?s\\s?>';

/** `[INST]`, `[/INST]`, `[TOOL_CALLS]`. */
const bracketToken =
  '\\[\\s?/?\\s?(?:inst|sys|system|system_prompt|(?:available_)?tools|tool_(?:calls?|results?|content))\\s?\\]';

const lineStart = '(?<=^|\\n|\\\\[nr])[\\s>*_#~`|•·\\[(-]{0,200}';
const role =
  '(?:(?:human|assistant|system|developer)(?:\\s{1,3}[a-z\\u0080-\\uffff]{1,20}){0,2}|user|tool|ai|claude|codex|chatgpt)';

/** `Human:`, `**Assistant**:`, `System note:` where a line begins. */
const turn = `${lineStart}${role}[\\s*_~\`\\])]{0,6}:`;

let structure: RegExp | undefined;

/** Made when it is first needed. */
function structures(): RegExp {
  structure ??= new RegExp(
    `(?<tag>${knownTag}|${compoundTag}|${specialToken}|${sequenceToken}|${bracketToken})|(?<turn>${turn})`,
    'g',
  );
  return structure;
}

/**
 * None of these, and nothing needs to be folded or looked at: most texts. In plain letters, for a hook meets it first, and the
 * rules above take it ten milliseconds to compile.
 */
const suspicious =
  /[<&\\%]|\[\s?\/?\s?(?:inst|sys|tool|available)|[^\t\n\x20-\x7e]|^[\t >*_#~`|[(-]*(?:human|assistant|system|developer|user|tool|ai|claude|codex|chatgpt)\b/im;

/** Read as brackets and as a colon by everybody, and as structure by nobody. */
const marks: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '[': '‹', ']': '›', ':': '꞉' };

/** A tag may hide a token among its attributes; once it is none any more, that comes to light. */
const mostRounds = 4;

/**
 * Text that can be quoted to a model: what it could take for a tag, a special token or the beginning of a turn keeps its
 * words and loses its marks (`‹system-reminder›`, `Human꞉ …`), however it is written: in full-width letters, with invisible
 * characters, as entities. Other tags, generics, and roles within a line stay as they are. Idempotent.
 */
export function neutraliseStructure(text: string): string {
  let before = text;
  for (let round = 0; round < mostRounds && suspicious.test(before); round++) {
    const after = replaceMarks(before);
    if (after === before) break;
    before = after;
  }
  return before;
}

function replaceMarks(text: string): string {
  const { folded, starts } = foldText(text);
  let result = '';
  let end = 0;
  for (const match of folded.matchAll(structures())) {
    for (const place of placesOfMarks(match)) {
      result += text.slice(end, starts[place]) + marks[folded[place] ?? ''];
      end = starts[place + 1] ?? text.length;
    }
  }
  return result + text.slice(end);
}

/** Places, in the whole folded text, of the characters that make it structure. */
function placesOfMarks({ 0: match, index, groups }: RegExpMatchArray): readonly number[] {
  const start = index ?? 0;
  if (groups?.turn !== undefined) return [start + match.length - 1];
  const brackets = match.startsWith('[') ? '[]' : '<>';
  return Array.from({ length: match.length }, (_, place) => place)
    .filter((place) => brackets.includes(match.charAt(place)))
    .map((place) => start + place);
}
