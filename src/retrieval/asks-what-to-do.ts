const auxiliary = 'is|are|was|do|does|did|can|could|may|must|should|shall|will|would|has|have';
/** "when" begins as many rules as questions ("When a test is slow, …"); before an auxiliary it asks. */
const asking = new RegExp(
  `\\?\\s*$|^\\W*(?:\\w+\\s+){0,2}(?:how|what|which|who|whose)\\s|^\\W*when\\s+(?:${auxiliary}|to)\\s|^\\W*(?:${auxiliary})\\s`,
  'i',
);
/** A cause and a place are in the code. */
const seeking = /^\W*(?:\w+\s+){0,2}(?:why|where)\b/i;

/** Whether a text asks in one line what to do; else it tells what is wrong, or seeks a cause or a place. */
export function asksWhatToDo(text: string): boolean {
  const line = text.trim();
  return !line.includes('\n') && asking.test(line) && !seeking.test(line);
}
