import { useEffect, useRef, useState } from 'preact/hooks';
import { changes } from './live.ts';

/** A review asks for no more at once. */
const partLength = 50;

/**
 * Rows of a list of any length, read in parts as they come into sight, and anew after every change.
 * @param key says all that the list hangs on
 */
export function useRows<Row, Whole extends { readonly count: number }>(
  key: string,
  load: (part: { readonly limit: number; readonly offset?: number }) => Promise<Whole>,
  rowsOf: (whole: Whole) => readonly Row[],
) {
  const [whole, setWhole] = useState<Whole>();
  const [fault, setFault] = useState<unknown>();
  const [, draw] = useState(0);
  const version = changes.value;
  const parts = useRef(new Map<number, readonly Row[]>());
  const asked = useRef(new Set<number>());
  const seen = useRef<readonly [number, number]>([0, 1]);
  const now = useRef('');
  now.current = `${key} ${version}`;

  const read = (part: number) => {
    const of = now.current;
    if (asked.current.has(part)) return;
    asked.current.add(part);
    load({ limit: partLength, ...(part > 0 ? { offset: part * partLength } : {}) }).then(
      (answer) => {
        if (of !== now.current) return;
        parts.current.set(part, rowsOf(answer));
        setFault(undefined);
        setWhole(answer);
        draw((count) => count + 1);
      },
      (error: unknown) => {
        if (of !== now.current) return;
        // It is asked for again when it comes into sight again.
        asked.current.delete(part);
        setFault(error);
      },
    );
  };
  const view = (first: number, last: number) => {
    seen.current = [first, last];
    for (let part = Math.floor(first / partLength); part * partLength < Math.max(1, last); part++) read(part);
  };
  const lastKey = useRef(key);
  useEffect(() => {
    asked.current = new Set();
    // Rows stay on the page until they are read anew, unless it is another list.
    if (lastKey.current !== key) parts.current = new Map();
    lastKey.current = key;
    view(...seen.current);
  }, [key, version]);
  const rowAt = (at: number): Row | undefined =>
    parts.current.get(Math.floor(at / partLength))?.[at % partLength];
  /** Where a row is now, among those that were read: others come and go before it. */
  const placeOf = (isIt: (row: Row) => boolean): number => {
    for (const [part, rows] of parts.current) {
      const place = rows.findIndex(isIt);
      if (place >= 0) return part * partLength + place;
    }
    return -1;
  };
  return { whole, fault, rowAt, view, placeOf };
}
