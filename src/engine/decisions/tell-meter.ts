import { type MetricName, type MetricValues, metricNames, metrics } from '../../model/answers/gate-report.ts';
import type { Meter } from '../../ports/system.ts';

/** Tells values to instruments of a meter, made once. A meter that fails fails no answer. */
export function tellMeter(meter: Meter): (values: MetricValues) => void {
  const instruments = new Map(metricNames.map((name) => [name, instrumentOf(meter, name)]));
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      try {
        instruments.get(name as MetricName)?.(value);
      } catch {
        // What watches is not what is watched.
      }
    }
  };
}

function instrumentOf(meter: Meter, name: MetricName): (value: number) => void {
  const { kind, description } = metrics[name];
  if (kind === 'each') {
    const histogram = meter.createHistogram(name, { description });
    return (value) => histogram.record(value);
  }
  const counter = meter.createCounter(name, { description });
  return (value) => counter.add(value);
}
