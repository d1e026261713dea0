const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const units = [
  { name: 'year', days: 365.25 },
  { name: 'month', days: 30.44 },
  { name: 'week', days: 7 },
  { name: 'day', days: 1 },
] as const;

/** A date with its age: `3 years ago, 2023-04-01`. */
export function formatDate(timeMs: number, nowMs: number): string {
  return `${formatAge(timeMs, nowMs)}, ${isoDate(timeMs)}`;
}

/** `today`, `5 days ago`, `3 years ago`. A date may lie in the future, because clocks of committers may be wrong. */
export function formatAge(timeMs: number, nowMs: number): string {
  const days = utcDay(nowMs) - utcDay(timeMs);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  const age = describeDays(Math.abs(days));
  return days > 0 ? `${age} ago` : `in ${age}`;
}

/** A recent time to the minute: `4 minutes ago, 2026-04-01 11:56 UTC`. */
export function formatMoment(timeMs: number, nowMs: number): string {
  const date = new Date(timeMs);
  if (Number.isNaN(date.getTime())) return 'date unknown';
  return `${formatRecentAge(timeMs, nowMs)}, ${date.toISOString().slice(0, -8).replace('T', ' ')} UTC`;
}

function formatRecentAge(timeMs: number, nowMs: number): string {
  const ageMs = nowMs - timeMs;
  if (Math.abs(ageMs) >= dayMs) return formatAge(timeMs, nowMs);
  if (ageMs < minuteMs) return 'just now';
  const [count, unit] =
    ageMs < hourMs ? [Math.floor(ageMs / minuteMs), 'minute'] : [Math.floor(ageMs / hourMs), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** Length of a time span in its largest unit: `17 years`. */
export function describeDays(days: number): string {
  // Except for the year, a unit is used from two on: "5 weeks" says more than "1 month".
  const unit = units.find(
    ({ name, days: length }) => days >= length * (name === 'year' || name === 'day' ? 1 : 2),
  );
  const { name, days: length } = unit ?? units[3];
  const count = Math.floor(days / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Day in UTC, `2023-04-01`. Git lets a commit claim any time; one beyond the calendar has no date. */
export function isoDate(timeMs: number): string {
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? 'date unknown' : date.toISOString().replace(/T.*/, '');
}

export function daysBetween(earlierMs: number, laterMs: number): number {
  return utcDay(laterMs) - utcDay(earlierMs);
}

function utcDay(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}

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
