import { expect, it } from 'vitest';
import { openTokenCounter } from './open-token-counter.ts';

it('counts a word or a blank of any length in time that grows with it', async () => {
  const tokens = openTokenCounter();
  await tokens.count('loaded');
  for (const unit of ['y', ' ', 'aZ9+']) {
    const before = process.cpuUsage();
    await tokens.count(unit.repeat(200_000 / unit.length));
    expect(process.cpuUsage(before).user / 1_000, JSON.stringify(unit)).toBeLessThan(5_000);
  }
});
