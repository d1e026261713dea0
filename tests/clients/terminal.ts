import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** A terminal with a person at it. */
export interface Terminal {
  /** Types a line, and answers what afterwit asks a person. */
  type(line: string, options?: TypeOptions): Promise<Typed>;
  close(): void;
}

interface TypeOptions {
  /** Typed answers, in turn, to questions for a yes or a no. */
  readonly answers?: readonly string[];
}

interface Typed {
  readonly screen: string;
  readonly status: number;
  /** How often a word had to be typed to speak as a person. */
  readonly confirmations: number;
}

interface TerminalPlace {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder for the socket. */
  readonly folder: string;
}

const pollMs = 100;
const longestMs = 60_000;

/** Opens a terminal by tmux. */
export async function openTerminal({ cwd, environment, folder }: TerminalPlace): Promise<Terminal> {
  const env = { ...environment, TMUX_TMPDIR: folder };
  const tmux = (...words: readonly string[]): string =>
    spawnSync('tmux', [...words], { env, encoding: 'utf8' }).stdout;
  const press = (...words: readonly string[]) => tmux('send-keys', '-t', 't', ...words);
  const read = (): string => tmux('capture-pane', '-p', '-J', '-t', 't').trimEnd();
  let lines = 0;

  tmux('new-session', '-d', '-s', 't', '-x', '180', '-y', '120', '-c', cwd, 'bash --norc --noprofile');
  await until(() => /[$#]$/.test(read()));
  return {
    async type(line, { answers = [] } = {}) {
      lines += 1;
      const left = [...answers];
      let word: string | undefined;
      let confirmations = 0;
      press('-l', `clear; ${line}; echo "ended ${lines} $?"`);
      press('Enter');
      const ended = await until(() => {
        const screen = read();
        const end = new RegExp(`^ended ${lines} (\\d+)$`, 'm').exec(screen);
        if (end !== null) return { screen, status: Number(end[1]) };
        const asked = /Type ([a-z]+-\d+) [^\n]*:$/.exec(screen)?.[1];
        if (asked !== undefined && asked !== word) {
          word = asked;
          confirmations += 1;
          press(word, 'Enter');
        } else if (/(?:yes or no|\[y\/n\])[^\n]*$/i.test(screen)) {
          const answer = left.shift();
          if (answer !== undefined) press(answer, 'Enter');
        }
        return undefined;
      });
      return { ...ended, confirmations };
    },
    close() {
      tmux('kill-server');
    },
  };

  async function until<T>(look: () => T): Promise<NonNullable<T>> {
    const giveUpAt = performance.now() + longestMs;
    for (;;) {
      const seen = look();
      if (seen) return seen;
      if (performance.now() > giveUpAt) {
        const screen = read();
        tmux('kill-server');
        throw new Error(`The terminal waits for something else:\n${screen}`);
      }
      await sleep(pollMs);
    }
  }
}
