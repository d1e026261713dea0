import { useEffect, useState } from 'preact/hooks';
import { type AnswerOf, ask, Fault, type InputOf, type OperationName } from './api.ts';
import { signal } from './signal.ts';

/** Grows with every change of the memory, by this page or by another program. */
export const changes = signal(0);
export const isLive = signal(false);

/** Many changes come at once when an agent works; a page is read anew once for all of them. */
const settleMs = 250;

export function listen(): void {
  const source = new EventSource('/api/events');
  let isSettling = false;
  source.addEventListener('open', () => {
    isLive.value = true;
  });
  source.addEventListener('error', () => {
    isLive.value = false;
  });
  source.addEventListener('changed', () => {
    if (isSettling) return;
    isSettling = true;
    setTimeout(() => {
      isSettling = false;
      changes.value += 1;
    }, settleMs);
  });
}

/** To be called when this page changed something: nothing waits for the server to say so. */
export function noteChange(): void {
  changes.value += 1;
}

export interface Asked<Name extends OperationName> {
  readonly answer: AnswerOf<Name> | undefined;
  readonly fault: Fault | undefined;
}

/**
 * Asks once and after every change; without an input nothing is asked.
 * @param keeps whether the previous answer stays until this one arrives: for lists, never for an item under decision
 */
export function useAsk<Name extends OperationName>(
  name: Name,
  input: InputOf<Name> | undefined,
  keeps = false,
): Asked<Name> {
  const key = JSON.stringify([name, input]);
  const [state, setState] = useState<Asked<Name> & { readonly key: string }>({
    ...{ key, answer: undefined, fault: undefined },
  });
  const version = changes.value;
  // The key says all of the input, and a change asks again.
  useEffect(() => {
    if (input === undefined) return;
    const aborter = new AbortController();
    ask(name, input, { signal: aborter.signal }).then(
      (answer) => setState({ key, answer, fault: undefined }),
      (error: unknown) => {
        if (aborter.signal.aborted) return;
        const fault = toFault(error);
        // A server that is gone says nothing against the answer it gave, beside which something may be typed.
        setState((last) => {
          const stays = fault.status === 0 && last.key === key;
          return { key, answer: stays ? last.answer : undefined, fault };
        });
      },
    );
    return () => aborter.abort();
  }, [key, version]);
  if (state.key === key) return state;
  return { answer: keeps ? state.answer : undefined, fault: undefined };
}

export function toFault(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault({ detail: String(error) });
}
