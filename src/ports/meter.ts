/**
 * What metrics are told to: the part of OpenTelemetry's `Meter` that is used, so that `metrics.getMeter('afterwit')` of
 * `@opentelemetry/api` is one. Nothing is sent anywhere by afterwit.
 */
export interface Meter {
  createCounter(name: string, options?: InstrumentOptions): { add(value: number): void };
  createHistogram(name: string, options?: InstrumentOptions): { record(value: number): void };
}

interface InstrumentOptions {
  readonly description?: string;
}
