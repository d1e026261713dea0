import { expect, it } from 'vitest';
import { type ExperienceText, indexExperiences, rankExperiences } from './rank-experiences.ts';

const task = (title: string, more: Partial<ExperienceText> = {}): ExperienceText => ({
  ...{ title, request: title, terms: [], paths: [] },
  ...more,
});
const tasks = [
  task('Paint the fence green', { paths: ['src/fence.py'] }),
  task('Close the lid of the jar', { terms: ['turn'], paths: ['src/lid.py'] }),
  task('Count the spoons in the drawer'),
];
const rank = (text: string, among: readonly ExperienceText[] = tasks) =>
  rankExperiences({ title: text, request: text }, indexExperiences(among));

it('puts the task first that is most alike, and is surer the more alike it is', () => {
  const [first, second] = rank('the lid of my jar comes off');
  expect(first?.at).toBe(1);
  expect(first?.confidence).toBeGreaterThan(second?.confidence ?? 1);
  expect(rank('Close the lid of the jar')[0]?.confidence).toBeGreaterThan(first?.confidence ?? 1);
});

it('finds a task by what was said and changed for it', () => {
  expect(rank('nothing turns any more')[0]?.at).toBe(1);
  expect(rank('what is in fence.py')[0]?.at).toBe(0);
});

it('is sure of nothing where no word is shared, and of nothing among none', () => {
  expect(rank('licences for photographs')[0]?.confidence).toBeLessThan(0.001);
  expect(rank('anything', [])).toEqual([]);
});

it('does not hang on the order of the tasks', () => {
  const forwards = rank('the lid of the jar by the fence').map(({ at, likeness }) => [
    tasks[at]?.title,
    likeness,
  ]);
  const reversed = tasks.toReversed();
  const backwards = rank('the lid of the jar by the fence', reversed).map(({ at, likeness }) => [
    reversed[at]?.title,
    likeness,
  ]);
  expect(backwards).toEqual(forwards);
});
