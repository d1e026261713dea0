import { neutraliseControls } from '../../redaction/neutralise-controls.ts';

/** Line breaks and tabs stay: code and patches are read by them. */
export function neutraliseLines(text: string): string {
  return text.replaceAll(/[^\n\t]+/g, neutraliseControls);
}
