import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderDemoPage } from '../../scripts/demo/demo-page.ts';
import { type Recording, recordDemo } from '../../scripts/demo/record-demo.ts';
import { builtFile, top } from '../doors/built-file.ts';

describe.skipIf(process.platform === 'win32')('the recording (of a POSIX shell)', () => {
  let recording: Recording;
  let steps: readonly string[];

  beforeAll(() => {
    builtFile('hooks/claude-code.js');
    // A hook may work a quarter of a second, which a slow machine exceeds; the demo does not test speed.
    const unhurried = join(import.meta.dirname, 'unhurried.cjs');
    recording = recordDemo(top, () => undefined, { NODE_OPTIONS: `--require=${JSON.stringify(unhurried)}` });
    steps = recording.lines.join('\n').split(/^# (?=\d\. )/m);
  });

  /** Output of a command within a step, or of the hook. */
  function outputOf(step: number, commandStart: string): string {
    const commands = (steps[step] ?? '').split(/^\$ /m);
    return commands.find((command) => command.startsWith(commandStart)) ?? '';
  }

  test('begins with an unknown failure, and silence', () => {
    expect(outputOf(1, 'npm test')).toMatch(/Cannot find module '.*dist\/boil\.js'[\s\S]*\(exit status 1\)/);
    expect(outputOf(1, 'node ')).toMatch(/^node .*claude-code\.js.*\nexit status 0\n/);
  });

  test('has the fix remembered', () => {
    expect(outputOf(2, 'npm test 2>&1 | afterwit remember')).toMatch(
      /\nRemembered: [0-9a-f]{8}, the first fix /,
    );
    expect(outputOf(2, 'npm run build && npm test')).not.toContain('exit status');
  });

  test('shows a card when the same failure comes again', () => {
    const card = outputOf(3, 'node ');
    expect(card).toMatch(/\n<afterwit-memory id="(\d{9})">\n[\s\S]*\n<\/afterwit-memory id="\1">/);
    expect(card).toContain('Run npm run build first.');
    expect(card).toContain('when: `npm test` fails');
  });

  test('explains the card', () => {
    expect(outputOf(4, 'afterwit why')).toMatch(
      /Verdict: show the best resolution[\s\S]*Considered, 1 memory[\s\S]*the same failure/,
    );
  });

  test('takes in that it helped', () => {
    expect(outputOf(5, 'npm run build && npm test')).not.toContain('exit status');
    expect(outputOf(5, 'afterwit feedback')).toMatch(/verified: it helped/);
  });

  test('is silent on a failure that only reads alike, and says why', () => {
    expect(outputOf(6, 'npm test')).toMatch(/Cannot find module '.*dist\/pour\.js'/);
    expect(outputOf(6, 'node ')).toMatch(/\nexit status 0\n/);
    expect(outputOf(6, 'afterwit why')).toMatch(/Verdict: show nothing[\s\S]*it is not the same failure/);
  });

  test('is on its page as it is now', () => {
    const page = readFileSync(join(top, 'docs/guides/a-failure-remembered.md'), 'utf8');
    // Other lines may begin with # too: an older Node reports tests as TAP without a terminal.
    const commandsOf = (text: string) => text.split('\n').filter((line) => /^(?:\$|# \d\.) /.test(line));
    expect(commandsOf(page)).toEqual(commandsOf(renderDemoPage(recording)));
    expect(page).not.toContain(recording.userHome);
  });

  test('leaves nothing behind', () => {
    expect(existsSync(recording.userHome)).toBe(false);
  });
});
