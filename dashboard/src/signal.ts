/** A value that the whole page may hang on. */
export interface Signal<Value> {
  value: Value;
}

let isDue = false;
let draw = (): void => {};

/** Says how the page is drawn anew. */
export function drawBy(drawing: () => void): void {
  draw = drawing;
}

/**
 * When its value becomes another one, the page is drawn anew, once for all that change together. A page has some hundred elements, so
 * that nothing is won by knowing which of them hang on it: a library that does is a quarter of the first page.
 */
export function signal<Value>(initial: Value): Signal<Value> {
  let held = initial;
  return {
    get value() {
      return held;
    },
    set value(next) {
      if (next === held) return;
      held = next;
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        draw();
      });
    },
  };
}
