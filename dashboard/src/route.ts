import { signal } from './signal.ts';

/** All that a page shows is said by the address: what is filtered, sorted and selected. */
const search = signal(location.search);
const parameters = (): URLSearchParams => new URLSearchParams(search.value);

addEventListener('popstate', () => {
  search.value = location.search;
});

export type Place = Readonly<Record<string, string | readonly string[] | undefined>>;

export function textOf(name: string): string | undefined {
  return parameters().get(name) ?? undefined;
}

/** A list of values; undefined for none, which narrows nothing down. */
export function textsOf<Text extends string>(name: string): readonly Text[] | undefined {
  const all = parameters().getAll(name) as Text[];
  return all.length === 0 ? undefined : all;
}

/** The address of the page here with other values; of another page when it names one, with nothing of this one. */
export function hrefTo(changes: Place): string {
  const next = new URLSearchParams(changes.page === undefined ? parameters() : undefined);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) next.append(name, one);
  }
  return `/?${next}`;
}

/** @param as `replace` where going back should not stop here: a selection, a letter that was typed */
export function go(changes: Place, as: 'push' | 'replace' = 'push'): void {
  const href = hrefTo(changes);
  if (as === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  search.value = location.search;
}

/** Follows a link of the page itself without loading it anew; other buttons and keys do what they do everywhere. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (link === null || event.defaultPrevented || event.button !== 0 || link.hasAttribute('download')) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target !== '') return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname !== '/') return;
  event.preventDefault();
  history.pushState(null, '', url.search || '/');
  search.value = location.search;
}
