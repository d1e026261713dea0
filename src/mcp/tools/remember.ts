import * as z from 'zod';
import type { RememberedItem } from '../../model/answers/recollection.ts';
import { itemTypes } from '../../model/memory-item.ts';
import { writableScopes } from '../../model/scope.ts';
import { shortUuid } from '../../wording/short-uuid.ts';
import { failureSchema, toFailureReport } from './failure-schema.ts';
import { defineTool } from './tool.ts';

export const remember = defineTool({
  name: 'remember',
  description:
    'Keep what the next session must know. Once a failure is fixed and the command passes: what fixed it, with the failure. Also decisions, constraints, preferences. Not what code or git tell anyway.',
  input: z.strictObject({
    content: z.string().min(1).describe('What to do next time, and why; self-contained'),
    failure: failureSchema.optional().describe('What this resolved'),
    rule: z.string().optional().describe('What prevents it'),
    type: z.enum(itemTypes).optional(),
    title: z.string().optional(),
    files: z.array(z.string()).optional().describe('Files it is about, `path` or `path:Symbol`'),
    tags: z.array(z.string()).optional(),
    scope: z.enum(writableScopes).optional().describe('Default repo'),
  }),
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer(memory, { content, failure, rule, type, title, files, tags, scope }, speaker) {
    const remembered = await memory.remember({
      speaker,
      content,
      failure: failure && toFailureReport(failure),
      details: rule === undefined ? undefined : { preventionRule: rule },
      type,
      title,
      files,
      tags,
      scope,
    });
    return { text: toText(remembered) };
  },
});

const outcomes: Readonly<Record<RememberedItem['kind'], string>> = {
  added: 'Remembered',
  known: 'Remembered before, now confirmed',
  quarantined: 'Kept for a person to review (`afterwit review`); shown to nobody until then',
};

function toText({ kind, item, redactedSecrets, supersedes = [], maySupersede = [] }: RememberedItem): string {
  const secrets =
    redactedSecrets === 0 ? '' : ` ${redactedSecrets} secret(s) in it were replaced by placeholders.`;
  const older = [
    ...supersedes.map(({ id }) => ` It takes the place of ${shortUuid(id)}.`),
    ...maySupersede.map(
      ({ id }) => ` It may replace ${shortUuid(id)}: a person is asked (\`afterwit review\`).`,
    ),
  ].join('');
  return `${outcomes[kind]}: ${item.type} ${shortUuid(item.id)}.${older}${secrets}`;
}
