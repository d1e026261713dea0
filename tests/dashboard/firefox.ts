import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian puts it; undefined where there is none. */
export const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync);

export interface FirefoxTab {
  goTo(url: string): Promise<void>;
  /** Value of an expression of the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression of the page is true. */
  until(expression: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
  /** PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors of the page. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

type Answer = Readonly<Record<string, unknown>>;

const longestMs = 120_000;

/** A tab of a Firefox of its own, by WebDriver BiDi: Playwright drives a Firefox that it builds itself, or a later one. */
export async function openFirefox(width = 1_280, height = 800): Promise<FirefoxTab> {
  const profile = mkdtempSync(join(tmpdir(), 'afterwit-firefox-'));
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(firefoxPath ?? '', flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(`${await readAddress(child.stderr)}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  const errors: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    if (message.method === 'log.entryAdded' && message.params.level === 'error')
      errors.push(message.params.text);
    waiting.get(message.id)?.(message);
  });
  let last = 0;
  const send = async (method: string, params: object): Promise<Answer> => {
    const id = ++last;
    const answer = await new Promise<Answer>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type !== 'success') throw new Error(`${method}: ${answer.message}`);
    return answer.result as Answer;
  };
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width, height } });
  const evaluate = async (expression: string): Promise<unknown> => {
    const about = { expression, target: { context }, awaitPromise: true };
    return ((await send('script.evaluate', about)).result as Answer | undefined)?.value;
  };
  return {
    errors,
    evaluate,
    goTo: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    until: async (expression) => {
      const untilMs = performance.now() + longestMs;
      while ((await evaluate(`Boolean(${expression})`)) !== true) {
        if (performance.now() > untilMs) throw new Error(`It never became so: ${expression}`);
        await new Promise((done) => setTimeout(done, 50));
      }
    },
    press: async (...keys) => {
      const actions = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    screenshot: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(data), 'base64');
    },
    close: async () => {
      socket.close();
      child.kill('SIGKILL');
      await once(child, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function readAddress(printed: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of printed) {
    text += piece;
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`Firefox did not start: ${text}`);
}
