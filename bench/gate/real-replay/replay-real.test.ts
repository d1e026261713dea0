import { expect, it } from 'vitest';
import { keptKey } from './replay-real.ts';
import { truthOf, truthVersion } from './truth-of.ts';

it('what was kept under another version of the truth, or without a repository, is not taken', () => {
  expect(JSON.parse(keptKey({ events: [] }, undefined))).toEqual([truthVersion, [], false]);
  expect(keptKey({ events: [] }, 'repository')).not.toBe(keptKey({ events: [] }, undefined));
});

it('the version of the truth stands for what a truth holds', () => {
  const truth = { files: [], functions: [], strong: [], mustAbstain: false };
  expect({ [truthVersion]: Object.keys(truthOf([], { atMs: 0, truth }, (path) => path)).toSorted() }).toEqual(
    {
      2: ['isMoved', 'isStrong', 'sharesFile', 'sharesFunction', 'sharesWithin'],
    },
  );
});
