import { renderPaused, renderResumed } from '../rendering/render-pausing.ts';
import type { Answer, Session } from '../session.ts';

export async function runPause({ memory }: Session): Promise<Answer> {
  const opened = await memory();
  const pause = await opened.pause();
  return { value: pause, lines: (page) => renderPaused(pause, page) };
}

export async function runResume({ memory }: Session): Promise<Answer> {
  const opened = await memory();
  const resumed = await opened.resume();
  return { value: { resumed }, lines: (page) => renderResumed(resumed, page) };
}
