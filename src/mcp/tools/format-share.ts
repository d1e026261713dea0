/** `72 %` of 0.718. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}
