/** A whole field; a rule that begins with such a word is none. */
const placeholder =
  /^(?:(?:todo|tbd|fixme)(?:[:,\s]+fill (?:this |it )?in)?|unknown|undefined|null|n\/?a|none|not available|\[object \w+\])?[\s.:!?…–—-]*$/i;

/** Whether a card says what to do; parts that were left out to save room do not matter. */
export function saysWhatToDo({ actionHint }: { readonly actionHint: string }): boolean {
  return !isPlaceholder(actionHint);
}

export function isPlaceholder(field: string): boolean {
  return placeholder.test(field.trim());
}
