/** A heading without its marks, as GitHub makes an anchor of it. */
export function plainHeading(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
