import { expect, it } from 'vitest';
import { compressCase, prepareCase } from './compress-case.ts';
import type { CompletionCase } from './mine-completions.ts';

const body = Array.from({ length: 30 }, (_, at) => `    total_${at} = value * ${at}  # one of many lines`);
const define = (name: string, purpose: string) => ({
  ...{ id: `lib/${name}.py:${name}`, path: `lib/${name}.py`, name },
  text: [`def ${name}(value: int) -> int:`, `    """${purpose}."""`, ...body, '    return value'].join('\n'),
});
const gold = define('round_half_even', 'Round invoices to even cents');
const example: CompletionCase = {
  ...{ id: 'made:up', repository: 'made/up', query: 'from lib import *\n# round invoices', gold },
  candidates: [define('sort_rows', 'Sort rows by date'), define('open_socket', 'Open a socket'), gold],
};

it('a card leaves room for what its text has no room for, and keeps path and name', () => {
  const byMode = new Map(compressCase(prepareCase(example), 120).map((one) => [one.mode, one]));
  expect(byMode.get('raw')).toMatchObject({ hasGold: false, tokens: 0 });
  expect(byMode.get('card')).toMatchObject({ hasGold: true, conveys: true });
  expect(byMode.get('selected, then card')?.selected).toBe(0);
  for (const { tokens } of byMode.values()) expect(tokens).toBeLessThanOrEqual(120);
});

it('compressing after selection keeps what was selected, in less room', () => {
  const byMode = new Map(compressCase(prepareCase(example), 1_500).map((one) => [one.mode, one]));
  const [raw, card] = [byMode.get('raw'), byMode.get('selected, then card')];
  expect(card?.selected).toBe(raw?.selected);
  expect(card?.rawTokens).toBe(raw?.tokens);
  expect(card?.tokens).toBeLessThan((raw?.tokens ?? 0) / 2);
});
