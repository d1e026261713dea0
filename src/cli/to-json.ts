import { neutraliseJsonControls } from '../redaction/neutralise-controls.ts';

/** A value as JSON that parses anywhere and is harmless on a terminal. Ends with a newline. */
export function toJson(value: unknown): string {
  return `${neutraliseJsonControls(JSON.stringify(value, null, 2))}\n`;
}
