import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface WindowListProps<Row> {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  readonly rowAt: (at: number) => Row | undefined;
  readonly idOf: (row: Row) => string;
  readonly render: (row: Row) => ComponentChildren;
  /** The row that is selected, by its place. */
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly onOpen?: (at: number) => void;
  /** Rows that are about to be seen. */
  readonly onView: (first: number, last: number) => void;
}

const beyond = 8;
/** Elements end at about 17.9 million pixels in Firefox and 33.5 in Chromium. */
const tallestPx = 15_000_000;

/** A list of any length: only the rows that are seen are on the page. Arrow keys, Home and End select; Enter opens. */
export function WindowList<Row>(props: WindowListProps<Row>) {
  const { count, rowHeight, rowAt, selected, onSelect, onView } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const shown = Math.min(count, Math.floor(tallestPx / rowHeight));
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const last = Math.min(shown, Math.ceil((top + height) / rowHeight) + beyond);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, []);

  useEffect(() => onView(first, last), [first, last, count]);

  useEffect(() => {
    const element = box.current;
    if (element === null || selected < 0) return;
    const [above, below] = [selected * rowHeight, (selected + 1) * rowHeight - height];
    if (element.scrollTop > above) element.scrollTop = above;
    else if (element.scrollTop < below) element.scrollTop = below;
  }, [selected, rowHeight, height]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count },
    };
    const step = steps[event.key];
    if (step !== undefined) onSelect(Math.max(0, Math.min(shown - 1, selected + step)));
    else if (event.key === 'Enter') props.onOpen?.(selected);
    else return;
    event.preventDefault();
  };

  const idAt = (at: number) => `row-${at}`;
  return (
    <div
      ref={box}
      class="window"
      role="listbox"
      aria-label={props.label}
      aria-activedescendant={selected >= first && selected < last ? idAt(selected) : undefined}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: `${shown * rowHeight}px` }}>
        {Array.from({ length: Math.max(0, last - first) }, (_, index) => {
          const at = first + index;
          const row = rowAt(at);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the list, which has the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
            <div
              key={row === undefined ? `gap-${at}` : props.idOf(row)}
              id={idAt(at)}
              class="row"
              role="option"
              aria-selected={at === selected}
              aria-setsize={count}
              aria-posinset={at + 1}
              style={{ transform: `translateY(${at * rowHeight}px)`, height: `${rowHeight}px` }}
              onClick={() => onSelect(at)}
              onDblClick={() => props.onOpen?.(at)}
            >
              {row === undefined ? <span class="quiet">…</span> : props.render(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
