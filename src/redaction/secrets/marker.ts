/** What stands in a text in the place of a secret: `[redacted:github-token]`. */
export function markerOf(kind: string): string {
  return `${markerStart}${kind}]`;
}

export const markerStart = '[redacted:';
export const marker = /\[redacted:[a-z0-9-]{1,40}\]/g;

const longestMarker = 52;
const markerAt = /\[redacted:[a-z0-9-]{1,40}\]/y;

/** Where the marker ends whose beginning stands at an index; that index, if none does. */
export function endOfMarker(text: string, index: number): number {
  markerAt.lastIndex = index;
  return markerAt.test(text) ? markerAt.lastIndex : index;
}

/** Whether a marker ends where the index stands. */
export function followsMarker(text: string, index: number): boolean {
  if (text[index - 1] !== ']') return false;
  return /\[redacted:[a-z0-9-]+\]$/.test(text.slice(Math.max(0, index - longestMarker), index));
}
