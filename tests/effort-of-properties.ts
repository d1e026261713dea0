import { configureGlobal } from 'fast-check';
import { times } from './effort.ts';

/** What fast-check tries where a test names no number. */
configureGlobal({ numRuns: times(100) });
