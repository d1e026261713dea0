/** Ways in which a text could leave its place in a pack. */
export type FenceFault =
  | 'fence'
  | 'nonce'
  | 'look-alike of the fence'
  | 'line outside of a card'
  | 'line that looks like ours'
  | 'control or bidirectional character'
  | 'mark of a conversation';

/** Characters that show a terminal or a reader another text than a model gets. Line ends and tabs are none. */
const misleading =
  /[\p{Cc}--[\n\t]]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/v;

/**
 * What the agents that are served tell parts of a conversation apart by: who speaks, at the beginning of a line; reminders; calls
 * of tools and their results.
 */
const conversationMarks: readonly RegExp[] = [
  /<\s*\/?\s*system-reminder\b/i,
  /<\s*\/?\s*(?:antml:)?(?:function_calls|function_results|invoke|parameter)\b/i,
  /<\s*\/?\s*(?:tool_use|tool_call|tool_result|tool_response)\b/i,
  /<\|(?:im_start|im_end|start|end|channel|message|call|return)\|>/i,
  /^(?: {2}(?:when|do|because|otherwise):)?\s*(?:Human|Assistant):/im,
];

/**
 * Everything that is wrong with a rendered pack of so many cards. Knows how packs look, and not how they are made.
 * @param fields lines of ours in all cards: one for each field that is not empty; default: four a card
 */
export function judgeFence(
  text: string,
  nonce: string,
  cards: number,
  fields = 4 * cards,
): readonly FenceFault[] {
  const lines = text.split('\n');
  const inside = lines.slice(2, -1);
  const faults: readonly (readonly [boolean, FenceFault])[] = [
    [
      lines[0] !== `<afterwit-memory id="${nonce}">` || lines.at(-1) !== `</afterwit-memory id="${nonce}">`,
      'fence',
    ],
    [text.split(nonce).length !== 3, 'nonce'],
    [(text.match(/<\s*\/?\s*afterwit/gi) ?? []).length !== 2, 'look-alike of the fence'],
    [inside.filter((line) => !line.startsWith('  ')).length !== cards, 'line outside of a card'],
    [inside.filter((line) => /^ {2}\S/.test(line)).length !== fields, 'line that looks like ours'],
    [misleading.test(text), 'control or bidirectional character'],
    [conversationMarks.some((mark) => mark.test(inside.join('\n'))), 'mark of a conversation'],
  ];
  return faults.flatMap(([isFault, fault]) => (isFault ? [fault] : []));
}
