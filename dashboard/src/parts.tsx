import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatCount, formatMoment } from '../../src/wording/formats.ts';
import type { Fault } from './api.ts';
import { hrefTo, type Place } from './route.ts';

/** Heading of a page: the question it answers, and the same answer as JSON. */
export function Heading(props: {
  readonly question: string;
  readonly json: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <header class="heading">
      <h1>{props.question}</h1>
      {props.children}
      <a class="quiet" href={props.json} target="_blank" rel="noreferrer">
        JSON
      </a>
    </header>
  );
}

export function FaultNote({ fault }: { readonly fault: Fault | undefined }) {
  if (fault === undefined) return null;
  return (
    <div class="note bad" role="alert">
      <strong>{fault.message}</strong>
      {fault.remedy === undefined ? null : <p>{fault.remedy}</p>}
      <p class="quiet">{fault.code}</p>
    </div>
  );
}

export function Moment({ atMs }: { readonly atMs: number }) {
  const [age = '', exact = ''] = formatMoment(atMs, Date.now()).split(', ');
  return (
    <time dateTime={Number.isFinite(atMs) ? new Date(atMs).toISOString() : ''} title={exact}>
      {age}
    </time>
  );
}

export function Tag(props: { readonly children: ComponentChildren; readonly tone?: string }) {
  return <span class={`tag ${props.tone ?? ''}`}>{props.children}</span>;
}

/** One number with what it counts. */
export function Figure(props: {
  readonly value: number | string;
  readonly label: string;
  readonly note?: string | undefined;
}) {
  const { value } = props;
  return (
    <div class="figure">
      <dt>{props.label}</dt>
      <dd>
        <b>{typeof value === 'number' ? formatCount(value) : value}</b>
        {props.note === undefined ? null : <small>{props.note}</small>}
      </dd>
    </div>
  );
}

/** A choice that is a link, since the address says what is chosen. */
export function Choice(props: {
  readonly to: Place;
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <a class="choice" href={hrefTo(props.to)} aria-current={props.isChosen ? 'true' : undefined}>
      {props.children}
    </a>
  );
}

/** A part of the page that is fetched once it is wanted; undefined until it is here. */
export function useLater<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [held, setHeld] = useState<{ readonly part: ComponentType<Props> }>();
  useEffect(() => {
    if (isWanted) load().then((part) => setHeld({ part }));
  }, [isWanted]);
  return held?.part;
}
