import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openIssueExport } from './open-issue-export.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-issues-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function exported(content: string) {
  const path = join(temporaryFolder(), 'issues.json');
  writeFileSync(path, content);
  return openIssueExport(path);
}

const crash = {
  number: 7,
  title: 'Crash',
  body: 'It crashes',
  state: 'CLOSED',
  url: 'https://example.org/7',
};

describe('openIssueExport', () => {
  it.each([
    ['an array', JSON.stringify([crash, { number: 8 }])],
    ['lines', `${JSON.stringify(crash)}\n${JSON.stringify({ number: 8 })}\n`],
    [
      'lines of Windows, with gaps',
      `\uFEFF${JSON.stringify(crash)}\r\n\r\n${JSON.stringify({ number: 8 })}\r\n`,
    ],
  ])('reads %s', async (_, content) => {
    const issues = exported(content);
    expect(await issues.find('#7')).toEqual({
      title: 'Crash',
      body: 'It crashes',
      state: 'closed',
      url: 'https://example.org/7',
    });
    expect(await issues.find('#8')).toEqual({});
    expect(await issues.find('#9')).toBeUndefined();
  });

  it('knows tickets by their key, passes over what is no issue and what is of another type', async () => {
    const issues = exported(
      JSON.stringify([{ key: 'PROJ-1', title: 5, body: null }, 'text', null, { title: 'nameless' }]),
    );
    expect(await issues.find('PROJ-1')).toEqual({});
  });

  it('cuts a body that would fill the answer', async () => {
    const issues = exported(JSON.stringify([{ number: 1, body: 'x'.repeat(50_000) }]));
    expect((await issues.find('#1'))?.body).toHaveLength(20_000);
  });

  it('reads an export without issues', async () => {
    expect(await exported('').find('#1')).toBeUndefined();
    expect(await exported('[]').find('#1')).toBeUndefined();
  });

  it.each([
    ['is no JSON', 'number,title\n7,Crash'],
    ['is cut off', '[{"number": 7'],
  ])('says how to write an export when the file %s', async (_, content) => {
    await expect(exported(content).find('#1')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining('gh issue list'),
    });
  });

  it('refuses what is not there, a folder and a pipe, rather than waiting for it', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    const places = [join(folder, 'absent'), folder];
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [pipe]);
      places.push(pipe);
    }
    for (const path of places) {
      await expect(openIssueExport(path).find('#1')).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        data: { path },
      });
    }
  });
});
