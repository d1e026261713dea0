interface DetachedProgram {
  /** A file of JavaScript, run by the Node that runs this. */
  readonly file: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts a program that goes on by itself, and does not wait for it. It hears and says nothing. */
export function startDetached({ file, words, environment }: DetachedProgram): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [file, ...words], {
    // Whichever folder it was started in, it may be removed meanwhile.
    cwd: process.getBuiltinModule('node:path').dirname(file),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { ...environment },
  });
  // A program that cannot be started is missed by nobody who waits.
  child.on('error', () => {});
  child.unref();
}
