import { expect, test } from 'vitest';
import { isHookAnswer } from './is-hook-answer.ts';

function answer(fields: object, around: object = {}): string {
  const output = { hookEventName: 'PostToolUseFailure', additionalContext: 'a card', ...fields };
  return JSON.stringify({ hookSpecificOutput: output, ...around });
}

test.each([
  ['an answer', answer({}), true],
  ['an answer of another event', answer({ hookEventName: 'Stop' }), false],
  ['an answer with more in it', answer({ permissionDecision: 'allow' }), false],
  ['an answer that also decides', answer({}, { decision: 'block' }), false],
  ['no text', answer({ additionalContext: 7 }), false],
  ['too much text', answer({ additionalContext: 'x'.repeat(8_001) }), false],
  ['half an answer', answer({}).slice(0, -5), false],
  ['two answers', answer({}) + answer({}), false],
  ['other JSON', 'null', false],
])('%s', (_, stdout, isOne) => {
  expect(isHookAnswer(stdout)).toBe(isOne);
});
