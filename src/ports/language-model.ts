import type { ModelCostLine } from '../model/answers/model-answers.ts';
import { type ModelFaultCode, modelFaults } from '../model/errors.ts';

/** Thrown by a {@link LanguageModel}; its message is that of its code. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
  readonly code: ModelFaultCode;

  constructor(code: ModelFaultCode) {
    super(modelFaults[code]);
    this.code = code;
  }
}

/** JSON Schema of an answer: objects with all their fields required, since all providers take that. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One question. Its texts are redacted: it leaves this machine as it is. */
export interface ModelPrompt {
  /** Name and version, such as `judge@1`: part of receipts and of the key of the cache. */
  readonly name: string;
  readonly instructions: string;
  readonly text: string;
  readonly schema: JsonSchema;
  readonly maxOutputTokens: number;
}

interface ModelAnswer {
  /** JSON as the model wrote it; whether it is of the schema, the asker checks. */
  readonly value: unknown;
  /** As the provider counts them; absent where it does not say. */
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

/** A language model, which may cost money. It asks once: no retries, no redirects. */
export interface LanguageModel {
  /** For receipts and the cache, such as `anthropic/claude-haiku-4-5`. */
  readonly name: string;
  /** @param signal aborted when the answer is no longer waited for. @throws ModelFault */
  ask(prompt: ModelPrompt, signal: AbortSignal): Promise<ModelAnswer>;
}

/** Reservation of a question before it is asked. */
interface ModelCall {
  readonly atMs: number;
  /** Purpose of the question: the name of its prompt. */
  readonly use: string;
  readonly model: string;
  /** An upper estimate: it counts until the answer is there. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Limits of use in a day (UTC), and at once. */
export interface ModelLimits {
  readonly dailyCalls: number;
  /** In US dollars; 0: no limit. */
  readonly dailyCost: number;
  readonly concurrency: number;
  /** A question of which nothing was heard for so long is under way no more. */
  readonly timeoutMs: number;
  /** US dollars per million tokens. */
  readonly inputPrice: number;
  readonly outputPrice: number;
}

/** Counts questions to models, for all processes of a home, and keeps their answers, which were paid for. */
export interface ModelLedger {
  /** Counts a question before it is asked, or says why it may not be. */
  reserve(call: ModelCall, limits: ModelLimits): number | Extract<ModelFaultCode, 'over_budget' | 'busy'>;
  /** Replaces the estimate by the actual cost. */
  settle(
    call: number,
    outcome: {
      readonly inputTokens?: number | undefined;
      readonly outputTokens?: number | undefined;
      readonly fault?: ModelFaultCode | undefined;
    },
    limits: ModelLimits,
  ): void;
  answerTo(key: string): string | undefined;
  keepAnswer(key: string, answer: string, atMs: number): void;
  /** Answers may hold words of memories: forgetting a memory forgets them all. */
  forgetAnswers(): void;
  costsSince(atMs: number): readonly ModelCostLine[];
  close(): void;
}

/** The used part of a model object of the AI SDK, such as `anthropic('claude-haiku-4-5')`; the SDK itself is not needed. */
export interface SdkModel {
  readonly provider: string;
  readonly modelId: string;
  // The versions of its interface differ in types that are not needed here.
  doGenerate(options: never): PromiseLike<unknown>;
}

/** Turns texts into vectors: texts of like meaning lie near each other. */
export interface Embedder {
  /** For receipts and the cache; another one wherever vectors differ. */
  readonly name: string;
  /** Texts go to another program or machine, so that they are counted and bounded by the budget of the day. */
  readonly leaves: boolean;
  /**
   * One vector for each text, in their order, as the model gave them: the caller checks them. The texts are redacted.
   * @param signal aborted when the vectors are no longer waited for. @throws ModelFault
   */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[] | Float32Array)[]>;
}

/** Vector of a text, as it is kept. */
interface KeptVector {
  /** Hash of the text, as it was embedded. */
  readonly hash: string;
  /** Id of a memory, by which its vectors are forgotten; empty for a text of the repository. */
  readonly owner: string;
  readonly vector: Float32Array;
}

/** Vectors computed before, in `cache.db`. They can be computed again, and are deleted with their texts. */
export interface VectorCache {
  /** Those that are known of these hashes. */
  vectors(model: string, hashes: readonly string[]): ReadonlyMap<string, Float32Array>;
  keep(model: string, vectors: readonly KeptVector[]): void;
  /** Deletes the vectors of these owners, or all. */
  forget(owners?: readonly string[]): void;
  /** How many are kept, by model. */
  counts(): readonly { readonly model: string; readonly count: number; readonly bytes: number }[];
  close(): void;
}
