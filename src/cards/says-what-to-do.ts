/** A whole field; a rule that begins with such a word is none. */
const placeholder =
  /^(?:(?:todo|tbd|fixme)(?:[:,\s]+fill (?:this |it )?in)?|unknown|undefined|null|n\/?a|none|not available|\[object \w+\])?[\s.:!?…–—-]*$/i;

/** Whether a card, however short, says what to do: what was left out to save room, or is called by a stop gap, is no fault. */
export function saysWhatToDo({ actionHint }: { readonly actionHint: string }): boolean {
  return !isPlaceholder(actionHint);
}

export function isPlaceholder(field: string): boolean {
  return placeholder.test(field.trim());
}
