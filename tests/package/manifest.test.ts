import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const manifest: Readonly<Record<string, unknown>> = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

it('names no place on the web: the project has none yet, and another owner could register a made-up one', () => {
  expect(JSON.stringify(manifest)).not.toMatch(/https?:|github\.com/);
  for (const field of ['homepage', 'bugs', 'repository']) expect(manifest).not.toHaveProperty(field);
});
