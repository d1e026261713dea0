import { useEffect, useRef } from 'preact/hooks';
import { areOn, bound, type Keys, keysAreShown, settingName } from './keys.ts';

/** All keys that do something now. */
export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (keysAreShown.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [keysAreShown.value]);
  const all = Object.entries(Object.assign({}, ...bound.value.map(({ current }) => current)) as Keys);
  return (
    <dialog ref={dialog} aria-labelledby="key-help" onClose={() => (keysAreShown.value = false)}>
      <h2 id="key-help">Keys</h2>
      <dl class="keys">
        {all.map(([name, { does }]) => (
          <div key={name}>
            <dt>
              <kbd>{name}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input
            type="checkbox"
            checked={areOn.value}
            onChange={(event) => {
              areOn.value = event.currentTarget.checked;
              localStorage.setItem(settingName, areOn.value ? 'on' : 'off');
            }}
          />{' '}
          Single keys do something
        </label>
      </p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
