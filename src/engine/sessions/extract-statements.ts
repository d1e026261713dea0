import { statementUse } from '../../asking/uses.ts';
import { findStatements, standingSentences } from '../../capture/find-statements.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { ExtractionReport } from '../../model/session.ts';
import { redact } from '../../redaction/redact.ts';
import { previewPrompt, type UseAsker } from '../models/use-asker.ts';
import type { ReadStep } from './read-session.ts';
import type { FindingOf } from './session-finding.ts';

/** Most messages of a session that are told at once, and characters of each. */
const mostMessages = 12;
const mostCharacters = 1_500;

type FoundStatement = FindingOf<'statement'>;

/**
 * Extraction of the Memory V3 record, `hybrid`: findings of rules are kept as they are; the latest messages
 * of a session that may lay something down and in which rules find nothing are told to a language model in
 * one call.
 */
export class StatementExtraction {
  readonly #asker: UseAsker;
  readonly #messages: { readonly text: string; readonly line: number; readonly atMs: number }[] = [];

  constructor(asker: UseAsker) {
    this.#asker = asker;
  }

  hear({ steps, line }: Pick<ReadStep, 'steps' | 'line'>): void {
    for (const step of steps)
      if (
        step.kind === 'heard' &&
        findStatements(step.text).length === 0 &&
        standingSentences(step.text).length > 0
      )
        this.#messages.push({ text: redact(step.text).slice(0, mostCharacters), line, atMs: step.atMs });
  }

  get #told() {
    return this.#messages.slice(-mostMessages);
  }

  /** Returns the prompts that would be sent; asks nothing. */
  preview(): ExtractionReport | undefined {
    const messages = this.#told.map(({ text }) => text);
    if (messages.length === 0) return undefined;
    const { model } = this.#asker;
    const told = { model, messages: messages.length, calls: 0, statements: 0 };
    return { ...told, prompts: [previewPrompt(statementUse, { messages })] };
  }

  /** Never throws for the model: where it fails, only the rules' findings remain. */
  async ask(
    signal: AbortSignal | undefined,
  ): Promise<{ readonly report: ExtractionReport; readonly found: readonly FoundStatement[] } | undefined> {
    const told = this.#told;
    if (told.length === 0) return undefined;
    const { model } = this.#asker;
    const messages = told.map(({ text }) => text);
    const asked = await this.#asker.ask(statementUse, { messages }, signal).catch((thrown: unknown) => {
      if (!isAfterwitError(thrown)) throw thrown;
      return { fault: thrown.code, calls: 0 };
    });
    const report = { model, messages: messages.length, calls: asked.calls, statements: 0 };
    if ('fault' in asked) return { report: { ...report, fault: asked.fault }, found: [] };
    const found = asked.answer.flatMap(({ at, type, text }): readonly FoundStatement[] => {
      const said = told[at];
      // Part of a sentence may say the opposite, and text outside of sentences may be quoted.
      if (said === undefined || !standingSentences(said.text).includes(text)) return [];
      const { line, atMs } = said;
      return [{ kind: 'statement', statement: { type, text }, line, ...(atMs === 0 ? {} : { atMs }) }];
    });
    return { report: { ...report, statements: found.length }, found };
  }
}

export function addReports(
  one: ExtractionReport | undefined,
  other: ExtractionReport | undefined,
): ExtractionReport | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return {
    ...one,
    ...other,
    messages: one.messages + other.messages,
    calls: one.calls + other.calls,
    statements: one.statements + other.statements,
    ...(one.prompts || other.prompts ? { prompts: [...(one.prompts ?? []), ...(other.prompts ?? [])] } : {}),
  };
}
