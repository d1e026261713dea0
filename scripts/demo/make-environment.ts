import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { shell } from './terminal.ts';

/** Nothing of whoever plays it: neither settings of npm and git, nor the marks of an agent. */
export function makeEnvironment(top: string, userHome: string): NodeJS.ProcessEnv {
  const programs = join(userHome, '.local/bin');
  mkdirSync(programs, { recursive: true });
  const afterwit = join(programs, 'afterwit');
  writeFileSync(afterwit, '#!/bin/sh\nexec node "$AFTERWIT/dist/bin.js" "$@"\n');
  chmodSync(afterwit, 0o755);
  // No terminal controls what is played: Ada names the shell that speaks for her.
  const home = join(userHome, '.local/share/afterwit');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'config.json'), JSON.stringify({ speaker: { automation: shell } }));
  return {
    HOME: userHome,
    PATH: [programs, dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    AFTERWIT: top,
    AFTERWIT_HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    npm_config_globalconfig: join(userHome, '.npmrc-of-nobody'),
    npm_config_update_notifier: 'false',
  };
}
