/** Choices of which a project makes one for each thing: "indent with tabs" and "with spaces" do not both hold. */
const choices = [
  'tab tabs space spaces',
  'single double',
  'camelcase pascalcase snake_case snakecase kebab-case',
  'merge rebase squash',
  'enabled disabled',
  'enable disable',
  'allowed forbidden',
  'required optional',
  'true false',
  'yes no',
  'on off',
  'always never',
  'sync async',
  'synchronous asynchronous',
  'public private',
  'before after',
  'stdout stderr',
].map((words) => new Set(words.split(' ')));

/** Whether two words, in lower case, are choices of which one excludes the other. */
export function areOpposite(one: string, other: string): boolean {
  return one !== other && choices.some((words) => words.has(one) && words.has(other));
}
