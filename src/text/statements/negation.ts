const negation =
  /\b(?:not|never|no|avoid|without|cannot|forbidden|disabled|\w+n['’]t|dont|doesnt|isnt|arent|cant|mustnt)\b/gi;

/** How often a text says *not*; twice is no denial: `do not merge without a review`. English. */
export function countNegations(text: string): number {
  return text.match(negation)?.length ?? 0;
}
