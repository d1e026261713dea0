import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { GateQuestion } from '../model/gate-question.ts';
import type { QuestionReply } from './tools/tool.ts';

const key = 'which';
const none = 'none';
const idDigits = 8;

/** Whether the client puts forms to its person. A client that says no more than that it elicits, means forms. */
export function canAsk(capabilities: unknown): boolean {
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities))
    return false;
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** Asks the client to put the question. It calls again with the answer; an older client is asked on the same connection. */
export function questionResult({ text, answers }: GateQuestion): InputRequiredResult {
  const choices = [
    ...answers.map(({ words, itemId }) => ({ const: itemId.slice(0, idDigits), title: words })),
    { const: none, title: 'none of these' },
  ];
  return inputRequired({
    inputRequests: {
      [key]: inputRequired.elicit({
        message: text,
        requestedSchema: {
          type: 'object',
          properties: { [key]: { type: 'string', title: 'It is', oneOf: choices } },
          required: [key],
        },
      }),
    },
  });
}

/** What the client brings back; undefined when nothing was asked yet. What fits no answer counts as none. */
export function replyIn({ mcpReq }: Pick<ServerContext, 'mcpReq'>): QuestionReply | undefined {
  if (mcpReq.inputResponses === undefined) return undefined;
  const view = inputResponse(mcpReq.inputResponses, key);
  if (view.kind === 'missing') return undefined;
  const id = view.kind === 'elicit' && view.action === 'accept' ? view.content?.[key] : undefined;
  return typeof id === 'string' && /^[0-9a-f-]{4,36}$/.test(id)
    ? { kind: 'chosen', id }
    : { kind: 'declined' };
}
