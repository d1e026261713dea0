import { join } from 'node:path';

/** The built command and its hook: `npm run bench` builds them first. */
export const builtCommand = join(import.meta.dirname, '..', 'dist', 'bin.js');
export const builtHook = join(import.meta.dirname, '..', 'dist', 'hooks', 'claude-code.js');
