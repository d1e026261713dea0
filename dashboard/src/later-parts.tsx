import type { ComponentChildren } from 'preact';
import type { Scope } from '../../src/model/provenance.ts';
import { describeScope } from '../../src/wording/memory-words.ts';
import { isPerson } from './api.ts';
import { useAsk } from './live.ts';

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

export function Id({ id }: { readonly id: string }) {
  return <code class="id">{id.slice(0, 8)}</code>;
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

/** Gives a function that names a scope in words: a repository by its name, where it is known. */
export function useScopeNames(): (scope: Scope) => string {
  const { answer } = useAsk('knownRepositories', {});
  return (scope) => answer?.find(({ id }) => `repo:${id}` === scope)?.name ?? describeScope(scope);
}

/** A note in the place of an empty list, with the next step. */
export function Empty(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}
