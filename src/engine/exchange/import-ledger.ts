import type { ImportReport, LineFault, LinePlace } from '../../model/answers/exchange-report.ts';
import type { ItemId } from '../../model/brands.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { RepositoryId } from '../../model/repository.ts';

const shownFaults = 100;

/** Progress of an import. */
export class ImportLedger {
  lineCount = 0;
  added = 0;
  known = 0;
  replaced = 0;
  outcomesAdded = 0;
  /** Known memories that the file says in other words. */
  readonly differing: ItemId[] = [];
  /** Memories of the file that exist here under another id; references to them are redirected. */
  readonly redirects = new Map<ItemId, ItemId>();
  readonly newRepositories = new Map<RepositoryId, string>();
  readonly #faults: LineFault[] = [];
  #faultCount = 0;

  /** Records a fault of one line and goes on; any other error ends the import. */
  attempt<T>(place: LinePlace, work: () => T): T | undefined {
    try {
      return work();
    } catch (fault) {
      if (!isAfterwitError(fault) || !isOfLine(fault.code)) throw fault;
      this.#faultCount += 1;
      if (this.#faults.length < shownFaults)
        this.#faults.push({ ...place, code: fault.code, message: fault.message });
      return undefined;
    }
  }

  report(): ImportReport {
    const { lineCount, added, known, replaced, outcomesAdded } = this;
    return {
      ...{ lineCount, added, known, replaced, outcomesAdded },
      ...(this.differing.length === 0 ? {} : { differing: this.differing }),
      faultCount: this.#faultCount,
      faults: this.#faults.toSorted((a, b) => compare(a.file ?? '', b.file ?? '') || a.line - b.line),
      newRepositories: [...this.newRepositories].map(([id, name]) => ({ id, name })),
    };
  }
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isOfLine(code: LineFault['code']): boolean {
  return code === 'INVALID_ARGUMENT' || code === 'TEXT_TOO_LARGE' || code === 'ITEM_NOT_FOUND';
}
