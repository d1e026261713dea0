import { expect, test } from 'vitest';
import { describeSubjectFault } from './describe-subject-fault.ts';

test.each([
  'house(model): name the nouns and the ports of repository history',
  'history(text): stem words before they are counted',
  'docs(git, sqlite): say what survives a crash',
  'bench(history): add UTF-8 paths',
])('accepts %s', (subject) => {
  expect(describeSubjectFault(subject)).toBeUndefined();
});

test('accepts the folders of rooms and workshops', () => {
  const subject = 'engine(setup, cli): connect one more agent';
  expect(describeSubjectFault(subject, ['setup'])).toBeUndefined();
  expect(describeSubjectFault(subject, ['recall'])).toContain('setup');
});

test.each([
  ['add a thing', 'Write `area(scope)'],
  ['fix: a thing', 'Write `area(scope)'],
  ['house(model):no space', 'Write `area(scope)'],
  ['house(managers): add one', 'Not a room or workshop of architecture.mjs: managers.'],
  ['misc(model): add one', 'Not a room or workshop of architecture.mjs: misc.'],
  ['house(model): Add a noun', 'lower case'],
  ['house(model): add a noun.', 'full stop'],
  ['house(model): added a noun', 'imperative'],
  ['house(model): fixes a noun', 'imperative'],
  [`house(model): ${'long '.repeat(30)}end`, 'within 100'],
])('refuses %s', (subject, fault) => {
  expect(describeSubjectFault(subject)).toContain(fault);
});
