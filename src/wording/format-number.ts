/** `62,658`. */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 commit`, `62,658 commits`. */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`;
}

/** `86%`. Rounding never gives 0 or 100. */
export function formatShare(share: number): string {
  const percent = Math.round(share * 100);
  if (percent >= 100 && share < 1) return '>99%';
  if (percent <= 0 && share > 0) return '<1%';
  return `${percent}%`;
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `34 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${byteUnits[unit]}`;
}

/** `850 ms`, `9.8 s`, `2 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  const seconds = durationMs / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
