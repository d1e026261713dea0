import { describe, expect, it } from 'vitest';
import { judgeSuccession } from './judge-succession.ts';
import { tellOtherPlace } from './tell-other-place.ts';

describe('tellOtherPlace', () => {
  it.each([
    ['Release notes go in the changelog', 'Release notes go into docs/releases'],
    ['Write the firing plan in the folder of its kiln', 'Write the firing plan in this folder'],
    ['Kiln logs are stored on the shelf', 'Kiln logs (and plans) are stored in the cellar, ideally'],
  ])('is so of %j and %j', (one, other) => {
    expect([tellOtherPlace(one, other), tellOtherPlace(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Plates go in the small kiln', 'Kettles of clay go in the big kiln', 'another thing'],
    ['Never put glaze plates in the oven', 'Never put glaze plates in the sun', 'where it must not go'],
    ['Kiln logs are stored in S3 in production', 'Kiln logs are stored on disk in development', 'elsewhere'],
    ['Release notes go in docs/releases', 'Release notes go in docs/releases, by date', 'the same place'],
    ['The kiln fires in the morning', 'The kiln fires at night', 'nothing that is put anywhere'],
    ['Write plans in ink', 'Release notes go in the changelog', 'another thing'],
    ['', '', 'nothing'],
  ])('is not of %j and %j: %s', (one, other) => {
    expect([tellOtherPlace(one, other), tellOtherPlace(other, one)]).toEqual([false, false]);
  });

  it('lets a person say which place holds, if both were told on two occasions', () => {
    const told = { newer: 'Release notes for buyers go in the changelog', rarityOf: () => 0.5 };
    const older = 'Release notes go below the summary of docs/releases, ideally';
    expect(judgeSuccession({ ...told, older, isLater: true }).kind).toBe('may_supersede');
    expect(judgeSuccession({ ...told, older, isLater: false }).kind).toBe('none');
  });
});
