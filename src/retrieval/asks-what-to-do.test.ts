import { expect, it } from 'vitest';
import { asksWhatToDo } from './asks-what-to-do.ts';

it.each([
  ['which database do we use', true],
  ['at how many degrees does it boil', true],
  ['postgres or redis?', true],
  ['when do we release', true],
  ['port of redis', false],
  ['When a test is slow, mark it.', false],
  ['Use pnpm, not npm.', false],
  ['why does the worker hang?', false],
  ['where are jobs kept?', false],
  ['How do I stop it?\n\nSteps: press the button.', false],
])('sees whether %j asks what to do: %s', (text, expected) => {
  expect(asksWhatToDo(text)).toBe(expected);
});
