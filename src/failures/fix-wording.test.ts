import { describe, expect, it } from 'vitest';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { maskReferences, pointElsewhere } from './fix-wording.ts';

describe('maskReferences', () => {
  it.each([
    ['Fixed by #12', 'Fixed by #31'],
    ['Apply pull request 12', 'Apply pull request 3100'],
    ['See https://example.org/a/12', 'See https://example.org/b'],
    ['Fixed in https://example.org/a/pull/12.', 'Fixed in https://example.org/b/pull/31.'],
    ['Fixed in commit 1a2b3c4d', 'Fixed in commit 9f8e7d6'],
    ['Cherry-pick 1a2b3c4d', 'Cherry-pick 9f8e7d6c5b4a'],
    ['Do what made ci/main/214074807.log pass', 'Do what made ci/next/300111222.log pass'],
  ])('makes "%s" and "%s" one', (one, other) => {
    expect(maskReferences(one)).toBe(maskReferences(other));
  });

  it.each([
    ['Pin it to 1.25', 'Pin it to 1.26'],
    ['Set the limit to 1048576', 'Set the limit to 2097152'],
    ['Encode it as UTF-8', 'Encode it as UTF-16'],
    ['Edit src/deadbeef.ts', 'Edit src/decade.ts'],
    ['Run node-18', 'Run node-20'],
    ['Give it port 8080', 'Give it port 9090'],
    ['Use the registry https://one.example/npm', 'Use the registry https://two.example/npm'],
    ['Install it from https://one.example/a.sh', 'Install it from https://two.example/a.sh'],
    ['Pin the action to 1a2b3c4d', 'Pin the action to 9f8e7d6c'],
    ['Use build 17 of the tools', 'Use build 19 of the tools'],
    ['Run 3 jobs at once', 'Run 5 jobs at once'],
    ['Pull 3 images first', 'Pull 5 images first'],
    ['Set the colour to #112233', 'Set the colour to #445566'],
    ['Raise the limit under /srv/1000000', 'Raise the limit under /srv/2000000'],
    ['Fixed by #12: clear the cache', 'Fixed by #31: fill the tray'],
  ])('keeps "%s" and "%s" apart', (one, other) => {
    expect(maskReferences(one)).not.toBe(maskReferences(other));
  });

  it('takes linear time', () => {
    const long = 'a/'.repeat(200_000) + 'abcdef0'.repeat(100_000);
    const told = `${'https://a/pull/'.repeat(200_000)} ${'see the '.repeat(200_000)}`;
    const reading = () => {
      expect(maskReferences(long)).toContain('a/a/');
      expect(maskReferences(told)).toContain('see');
    };
    expect(processorMsOf(reading)).toBeLessThan(10_000);
  });
});

describe('pointElsewhere', () => {
  it.each([
    ['Fixed by #12', 'Fixed by #31', true],
    ['Fixed by #12', 'fixed  by #12', false],
    ['Fixed by #12', 'Fill the tray', false],
    ['Pin it to 1.25', 'Pin it to 1.26', false],
    ['Fill the tray', 'Fill the tray', false],
  ])('of "%s" and "%s": %s', (one, other, expected) => {
    expect(pointElsewhere(one, other)).toBe(expected);
  });
});
