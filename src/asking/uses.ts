import { fileUse } from './file-prompt.ts';
import { noteUse } from './judge-prompt.ts';
import { statementUse } from './statement-use.ts';

/** All that a language model is ever asked. */
export const uses = [noteUse, fileUse, statementUse] as const;
