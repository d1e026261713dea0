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
 * A value whose change draws the page anew, once for all values that change together. A page has some hundred elements, so
 * tracking which of them depend on it gains nothing: a library that does is a quarter of the first page.
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
