import type { ComponentChildren } from 'preact';
import { formatMoment } from '../../src/wording/format-date.ts';
import { formatCount } from '../../src/wording/format-number.ts';
import { type Fault, isPerson } from './api.ts';
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

/** What to do where there is nothing yet. */
export function Empty(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

/** Why a page that decides offers no decision. */
export function OnlyLooks() {
  if (isPerson()) return null;
  return (
    <p class="note warn">
      This page only looks, because it is not known that a person opened it. To decide, run{' '}
      <code>afterwit dashboard</code> in a terminal of your own.
    </p>
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

export function Id({ id }: { readonly id: string }) {
  return <code class="id">{id.slice(0, 8)}</code>;
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

export function Button(props: {
  readonly name: string;
  readonly keyName?: string;
  readonly tone?: 'good' | 'bad';
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class={props.tone ?? ''} disabled={props.disabled ?? false} onClick={props.onClick}>
      {props.name}
      {props.keyName === undefined ? null : (
        <span class="key" aria-hidden="true">
          {props.keyName}
        </span>
      )}
    </button>
  );
}
