const lookAgainMs = 300;
/** A wait that a user does not mind. */
const patienceMs = 1_500;

/**
 * Another text to show while an answer takes long for a reason: to read the code of a large repository takes ten
 * seconds, and its history answers before. Undefined where the answer came first, or there is no other text.
 * @param isReason whether the answer waits for that reason
 */
export async function meanwhile<T>(
  answer: Promise<unknown>,
  isReason: () => boolean,
  other: () => Promise<T>,
): Promise<T | undefined> {
  let isOver = false;
  const over = answer.then(
    () => undefined,
    () => undefined,
  );
  void over.then(() => {
    isOver = true;
  });
  for (let waitedMs = 0; waitedMs < patienceMs || !isReason(); waitedMs += lookAgainMs) {
    await Promise.race([over, pause(lookAgainMs)]);
    if (isOver) return undefined;
  }
  return await Promise.race([over, other().catch(() => undefined)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
