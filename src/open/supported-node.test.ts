import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { describeUnsupportedNode, isSupportedNode, supportedNode } from './supported-node.ts';

test.each(['22.23.0', '22.23.1', '22.99.0', '24.15.0', '24.21.0', '25.0.0', '26.1.0', '100.0.0'])(
  '%s works',
  (version) => {
    expect(isSupportedNode(version)).toBe(true);
  },
);

test.each([
  '0.12.18',
  '8.17.0',
  '18.20.8',
  '20.20.2',
  '21.7.3',
  '22.0.0',
  '22.22.9',
  '23.11.1',
  '24.0.0',
  '24.14.9',
  '',
])('%s does not', (version) => {
  expect(isSupportedNode(version)).toBe(false);
});

test('the line for people is one line that says which versions work and which one this is', () => {
  const line = describeUnsupportedNode('20.20.2');
  expect(line).toMatch(/^UNSUPPORTED_NODE: [^\n]+$/);
  expect(line).toContain(supportedNode);
  expect(line).toContain('20.20.2');
});

test('package.json asks for the same versions', () => {
  const { engines } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(engines.node).toBe(supportedNode);
});
