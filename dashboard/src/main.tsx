import { type ComponentType, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { startSession } from './api.ts';
import { keysAreShown, onKey, useKeys } from './keys.ts';
import { isLive, listen, toFault } from './live.ts';
import stylesOfOthers from './more.css?url';
import { Timeline } from './pages/timeline.tsx';
import { FaultNote, useLater } from './parts.tsx';
import { follow, go, textOf } from './route.ts';
import { drawBy } from './signal.ts';

type Page = ComponentType;

/** Each page is loaded when it is opened. */
const pages: Readonly<Record<string, { readonly title: string; readonly load: () => Promise<Page> | Page }>> =
  {
    timeline: { title: 'Timeline', load: () => Timeline },
    review: { title: 'Review', load: async () => (await import('./pages/review.tsx')).Review },
    memory: { title: 'Memory', load: async () => (await import('./pages/memory.tsx')).Memory },
    trust: { title: 'Trust', load: async () => (await import('./pages/trust.tsx')).Trust },
    health: { title: 'Health', load: async () => (await import('./pages/health.tsx')).Health },
    code: { title: 'Code', load: async () => (await import('./pages/code.tsx')).Code },
    team: { title: 'Team', load: async () => (await import('./pages/team.tsx')).Team },
    decision: { title: 'Why', load: async () => (await import('./pages/decision.tsx')).DecisionPage },
  };

/** Styles of all pages but the first, which asks for them once it is drawn. */
const styled = new Promise<void>((done) => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: stylesOfOthers, onload: done, onerror: done });
  requestAnimationFrame(() => document.head.append(link));
});

function Shell() {
  const asked = textOf('page') ?? '';
  const name = Object.hasOwn(pages, asked) ? asked : 'timeline';
  const [open, setOpen] = useState<{ readonly name: string; readonly page: Page }>();
  const [broken, setBroken] = useState<unknown>();
  useEffect(() => {
    let isWanted = true;
    const { title, load } = pages[name] as (typeof pages)[string];
    document.title = `${title} – afterwit`;
    Promise.all([load(), name === 'timeline' || styled]).then(
      ([page]) => isWanted && setOpen({ name, page }),
      (error: unknown) => setBroken(error),
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  const Help = useLater(keysAreShown.value, async () => (await import('./key-help.tsx')).KeyHelp);
  const names = Object.keys(pages).filter((one) => one !== 'decision');
  useKeys({
    '?': { does: 'Show these keys', run: () => (keysAreShown.value = true) },
    ...Object.fromEntries(
      names.map((one, at) => [
        String(at + 1),
        { does: `Open ${pages[one]?.title}`, run: () => go({ page: one }) },
      ]),
    ),
  });
  const Page = open?.name === name ? open.page : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows the links within it
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div class="shell" onClick={follow}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <nav class="bar" aria-label="Pages">
        <span class="brand">afterwit</span>
        <ul>
          {names.map((one) => (
            <li key={one}>
              <a href={`/?page=${one}`} aria-current={one === name ? 'page' : undefined}>
                {pages[one]?.title}
              </a>
            </li>
          ))}
        </ul>
        <span class="spring" />
        <span class={isLive.value ? 'live on' : 'live'} role="status">
          {isLive.value ? 'live' : 'not live'}
        </span>
        <button type="button" class="plain" onClick={() => (keysAreShown.value = true)}>
          Keys{' '}
          <span class="key" aria-hidden="true">
            ?
          </span>
        </button>
      </nav>
      <main id="content" tabIndex={-1} class={name}>
        {broken === undefined ? null : <FaultNote fault={toFault(broken)} />}
        {Page === undefined ? <p class="quiet">Loading…</p> : <Page />}
      </main>
      {Help && <Help />}
    </div>
  );
}

const root = document.getElementById('page') as HTMLElement;
addEventListener('keydown', onKey);
try {
  await startSession();
  drawBy(() => render(<Shell />, root));
  listen();
  render(<Shell />, root);
} catch (error) {
  render(<FaultNote fault={toFault(error)} />, root);
}
