import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../text/estimate-tokens.ts';

describe('estimateTokens', () => {
  it.each([
    'fix(parser): drop the trailing comma after a spread argument (#1234)',
    'Stop retrying when the server answers 404, and say so.',
    'src/engine/recall/describe-recollection.ts, docs/architecture.md',
    '修复 Windows 下的路径问题',
    '🔥🔥🔥 speed up 🚀',
    '- commit 0a1b2c3d4e5f (untrusted, 2024-05-01, 42% likely to bear on this)',
    'dm38cl 5nrmzh etvx3l 729l56 44icsj 5ltglj 8w9iex d60psd 7nufkw',
    '80bdfcaa-99f0-4c1e-bddc-80bdfcaa0bda',
    'kQ9zTgXpLwV0m3RbYcJhUeDn7sFaIiOoZxPqKtMv5yWl',
    'qwrtzp bnvcxy ddkxle gfhjkl',
    '커밋하기 전에 모든 테스트를 실행하세요',
    '팯럝샤싀먚뢁챒둰줲폚쯂붶열껧빧쀟닩욉쐯',
  ])('is no less than what a tokenizer counts: %s', (text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text));
    expect(estimateTokens(text)).toBeLessThan(4 * countTokens(text) + 4);
  });

  it('takes no word of a text for no word because a number stands elsewhere in it', () => {
    const words = 'Strange words of a sentence';
    expect(estimateTokens(`${words} 7`)).toBe(estimateTokens(words) + 2);
  });
});
