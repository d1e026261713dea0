import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';

/** A value as JSON that any parser reads and that contains no terminal control characters. Ends with a newline. */
export function toJson(value: unknown): string {
  return `${neutraliseJsonControls(JSON.stringify(value, null, 2))}\n`;
}
