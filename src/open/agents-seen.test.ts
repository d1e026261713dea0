import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lastSeenMs, noteSeen } from './agents-seen.ts';

it('dates the last session of an agent by the name of its client, in a home that is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-seen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  noteSeen(home, 'codex-mcp-client');
  expect(existsSync(home)).toBe(false);
  mkdirSync(home);
  expect(lastSeenMs(home, 'codex')).toBeUndefined();
  noteSeen(home, 'codex-mcp-client');
  expect(Math.abs((lastSeenMs(home, 'codex') ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(lastSeenMs(home, 'claude-code')).toBeUndefined();
});
