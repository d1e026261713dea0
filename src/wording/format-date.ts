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
