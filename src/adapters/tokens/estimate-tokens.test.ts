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
  ])('is no less than what a tokenizer counts: %s', (text) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text));
    expect(estimateTokens(text)).toBeLessThan(4 * countTokens(text) + 4);
  });
});
