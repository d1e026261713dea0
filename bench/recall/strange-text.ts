import type { SeededRandom } from '../doors/seeded-random.ts';

/** Ranges that tokenizers, terminals and normalisation treat in their own ways. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x590, 0x6ff],
  [0x900, 0x97f],
  [0x2000, 0x206f],
  [0x3040, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0x1_d400, 0x1_d7ff],
  [0x1_f300, 0x1_faff],
  [0xe_0000, 0xe_007f],
] as const;

/** Characters of every kind, with runs of one kind and few spaces. */
export function strangeText(random: SeededRandom, length: number): string {
  let text = '';
  for (let range = random.pick(ranges); text.length < length; ) {
    if (random.happens(0.1)) range = random.pick(ranges);
    text += random.happens(0.1)
      ? ' '
      : String.fromCodePoint(range[0] + random.below(range[1] - range[0] + 1));
  }
  return text;
}
