/** Length of a text as language models count it. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
