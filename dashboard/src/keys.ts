import { useLayoutEffect, useRef } from 'preact/hooks';
import { signal } from './signal.ts';

interface Key {
  readonly does: string;
  readonly run: () => void;
}

export type Keys = Readonly<Record<string, Key>>;

/** The actions of keys now: of the dashboard, of the open page, of the selected entry. */
export const bound = signal<readonly { readonly current: Keys }[]>([]);
export const settingName = 'afterwit.single-keys';
/** A user who dictates, or has keys of their own, can turn single keys off. */
export const areOn = signal(localStorage.getItem(settingName) !== 'off');

/** Keys that hold while this is on the page; the last to come decides. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  // With the page, not after it is painted: a key that is pressed at once is not lost.
  useLayoutEffect(() => {
    bound.value = [...bound.value, latest];
    return () => {
      bound.value = bound.value.filter((one) => one !== latest);
    };
  }, []);
}

/** A box that is ticked takes no letters; the one of the help keeps the focus for a moment after the help is closed. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement
    ? !/^(?:checkbox|radio|button|submit)$/.test(target.type)
    : target instanceof HTMLElement &&
      (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName));

export function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
  if (!areOn.value && event.key !== '?') return;
  const key = bound.value.findLast(({ current }) => event.key in current)?.current[event.key];
  if (key === undefined) return;
  event.preventDefault();
  key.run();
}

export const keysAreShown = signal(false);
