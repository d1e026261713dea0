import { outcomeKinds } from '../../model/decision.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { FailureDetails } from '../../model/recorded-failure.ts';
import type { Speaker } from '../../model/speaker.ts';
import type { FeedbackRequest } from '../memory-home.ts';
import type { AsOf, LimitOptions } from '../memory-requests.ts';
import { number, object, oneOf, request, required, text, texts } from './argument-shape.ts';

/** Shapes that requests of several methods have in common. */

export const id = { id: required(text) };
export const asOf = { asOf: text };
export const asOfOnly = { options: request<AsOf>(asOf) };
export const limitOnly = { options: request<LimitOptions>({ limit: number }) };

export const speaker = request<Speaker>({
  kind: required(oneOf('user', 'agent', 'unknown')),
  name: required(text),
  source: required(oneOf('cli', 'mcp', 'hook', 'library', 'transcript')),
  session: text,
});

export const failure = request<FailureReport>({
  output: required(text),
  command: text,
  exitCode: number,
  worktree: text,
  file: text,
  stack: text,
  environment: texts,
});

export const details = request<FailureDetails>({
  symptom: text,
  family: text,
  rootCause: text,
  preventionRule: text,
  verification: text,
  context: text,
  appliesWhen: texts,
  notWhen: texts,
  validation: object,
  outcome: oneOf('verified', 'resolved', 'unresolved'),
  changed: texts,
  attempts: texts,
});

export const feedback = {
  request: required(
    request<FeedbackRequest>({
      decision: required(text),
      kind: required(oneOf(...outcomeKinds)),
      item: text,
      speaker,
    }),
  ),
};
