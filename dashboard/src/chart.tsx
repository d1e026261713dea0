import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

interface Line {
  readonly label: string;
  /** Custom property of the page that holds its colour. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
  readonly dash?: readonly number[];
  /** Whether the area between it and the line before is coloured. */
  readonly fills?: boolean;
}

interface ChartProps {
  readonly title: string;
  /** Label of the first column, and its values. */
  readonly along: { readonly label: string; readonly values: readonly number[]; readonly isTime?: boolean };
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
}

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const height = 220;
const narrowest = 260;

/** Lines over a common axis, and the same numbers as a table for readers who do not see them. */
export function Chart({ title, along, lines, format }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const key = JSON.stringify([along.values, lines.map(({ values }) => values)]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const styles = getComputedStyle(document.documentElement);
      // The colour of light-dark() is only known in an element.
      const probe = element.appendChild(document.createElement('span'));
      const colourOf = (name: string) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      const axis = {
        stroke: colourOf('--quiet'),
        size: 30,
        grid: { stroke: colourOf('--line'), width: 1 },
        ticks: { show: false },
        font: `12px ${styles.fontFamily}`,
      };
      plot = new uPlot(
        {
          width: Math.max(narrowest, element.clientWidth),
          height,
          scales: {
            x: { time: along.isTime ?? false },
            y: { range: (_, __, max) => [0, Math.max(max * 1.1, 0.1)] },
          },
          legend: { show: false },
          bands: lines.flatMap(({ colour, fills }, at) =>
            fills === true ? [{ series: [at + 1, at] as [number, number], fill: colourOf(colour) }] : [],
          ),
          series: [
            {},
            ...lines.map(({ label, colour, dash, fills }) => ({
              label,
              stroke: colourOf(colour),
              width: 2,
              points: { show: along.values.length < 40 && fills !== true, size: 5 },
              ...(dash === undefined ? {} : { dash: [...dash] }),
            })),
          ],
          axes: [
            {
              ...axis,
              values: (_: uPlot, ticks: number[]) =>
                ticks.map((tick) => (along.isTime ? dayOf(tick).slice(5) : format(tick))),
            },
            { ...axis, values: (_: uPlot, ticks: number[]) => ticks.map(format), size: 52 },
          ],
        },
        [[...along.values], ...lines.map(({ values }) => [...values])] as uPlot.AlignedData,
        element,
      );
      probe.remove();
    };
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new ResizeObserver(() =>
      plot?.setSize({ width: Math.max(narrowest, element.clientWidth), height }),
    );
    observer.observe(element);
    scheme.addEventListener('change', draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', draw);
      plot?.destroy();
    };
  }, [key]);
  const each = Math.max(1, Math.ceil(along.values.length / 12));
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={box} class="wide" aria-hidden="true" />
      <p>
        {lines.map(({ label, colour, dash }) => (
          <span key={label} class="legend">
            <svg width="22" height="8" aria-hidden="true">
              <line
                x2="22"
                y1="4"
                y2="4"
                style={{ stroke: `var(${colour})` }}
                stroke-width="3"
                stroke-dasharray={dash?.join(' ')}
              />
            </svg>{' '}
            {label}
          </span>
        ))}
        <span class="legend quiet">along: {along.label}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              {[along.label, ...lines.map(({ label }) => label)].map((label) => (
                <th key={label} scope="col" class="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {along.values
              .map((value, at) => ({ value, at }))
              .filter(({ at }) => at % each === 0 || at === along.values.length - 1)
              .map(({ value, at }) => (
                <tr key={at}>
                  <td class="number">{along.isTime ? dayOf(value) : format(value)}</td>
                  {lines.map(({ label, values }) => (
                    <td key={label} class="number">
                      {values[at] == null ? '–' : format(values[at])}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
