import { fileUse } from './file-prompt.ts';
import { noteUse } from './judge-prompt.ts';
import type { ModelUse } from './model-use.ts';
import { statementUse } from './statement-use.ts';
import { successionUse } from './succession-use.ts';
import { summaryUse } from './summary-use.ts';

/** All that a language model is ever asked. */
export const uses: readonly Pick<ModelUse<never, unknown>, 'name' | 'twin' | 'bound'>[] = [
  noteUse,
  fileUse,
  statementUse,
  successionUse,
  summaryUse,
];
