import type { GateQuestion } from '../model/gate-question.ts';

/** Lines of the one question of the gate: each answer names the memory that it asks for. */
export function renderQuestion({ text, answers }: GateQuestion): string {
  return [
    '- question: its answer says which memory fits; where it is none of these, leave them all',
    field('ask', text),
    ...answers.map(({ words, itemId }) => field('if', `${words}: recall with the id ${itemId.slice(0, 8)}`)),
  ].join('\n');
}

/** Whatever the text is, it begins no line: that would look like one of ours. */
function field(name: string, text: string): string {
  return `  ${name}: ${text.replaceAll(/[\s\u0085]+/g, ' ')}`;
}
