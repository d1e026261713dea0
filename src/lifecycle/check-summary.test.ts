import { expect, it } from 'vitest';
import { saysTheSame } from './summarise-cluster.ts';

const notes = [
  'The job build-api failed after 30 s because port 8080 was taken.\n$ make build-api',
  'The job build-web failed after 31 s because port 8081 was taken.\n$ make build-web',
];
const right = `job failed because port was taken
build-api after 30 s, port 8080: make build-api
build-web after 31 s, port 8081: make build-web`;

it('takes a text that keeps facts and words, each fact beside those of its own note', () => {
  expect(saysTheSame(right, notes)).toBe(true);
});

it.each([
  ['loses a number', right.replace('31 s', 's')],
  ['has another number', right.replace('8081', '8082')],
  ['loses a command', right.replace(': make build-web', '')],
  [
    'exchanges facts of two notes',
    right.replace('8080', 'PORT').replace('8081', '8080').replace('PORT', '8081'),
  ],
  ['puts facts of two notes into one line', right.replaceAll('\n', '; ')],
  ['adds a word', `${right}\nRestart the machine.`],
  ['says the opposite', right.replace('was taken', 'was not taken')],
  ['leaves half of it out', right.slice(0, 40)],
])('refuses one that %s', (_, text) => {
  expect(saysTheSame(text, notes)).toBe(false);
});
