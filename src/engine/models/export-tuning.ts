import { isForValidation, tuningExample } from '../../asking/judge-prompt.ts';
import { isBinding, isNegative, isPositive, lastWords } from '../../feedback/outcomes.ts';
import type { DecisionReceipt } from '../../model/decision.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';

const mostUnits = 8;
const mostCharacters = 2_000;

/** The part of the examples that is written. */
interface TuningPart {
  /** The tasks that are kept for validation, or the others. */
  readonly validation: boolean;
  /** Only decisions that read these alone; absent: all. */
  readonly scopes?: readonly Scope[] | undefined;
}

/**
 * Writes the verdicts of people and tests on shown memories as examples for fine-tuning a judge: lines of JSON.
 * Memories forgotten since, and an agent's word alone, teach nothing.
 */
export function exportTuning(store: MemoryStore, { validation, scopes }: TuningPart): readonly string[] {
  return store.read((reader) =>
    reader.decisionsAfter(0).flatMap(({ receipt }) => {
      const isWanted = scopes === undefined || receipt.scopes.every((scope) => scopes.includes(scope));
      if (!isWanted || isForValidation(receipt.query) !== validation) return [];
      const units = judgedUnits(reader, receipt);
      return units.length === 0 ? [] : [tuningExample({ task: receipt.query, units })];
    }),
  );
}

function judgedUnits(reader: ItemReader, { id, considered }: DecisionReceipt) {
  const words = lastWords(reader.outcomesOf(id)).filter(isBinding);
  return considered
    .flatMap(({ itemId }) => {
      const word = words.findLast((one) => one.itemId === itemId && (isPositive(one) || isNegative(one)));
      const item = word && reader.item(itemId);
      if (word === undefined || item === undefined || item.quarantined) return [];
      const text = item.content.slice(0, mostCharacters).toWellFormed();
      return [{ id: itemId, type: item.type, text, helped: isPositive(word) }];
    })
    .slice(0, mostUnits);
}
