/** What must not be exceeded, or not be done without or before something else, is a value. Another clause may say something else. */
const prohibition =
  /^(?:please )?(?:do not|don['’]?t|never|avoid|no)\b(?! (?:forget|exceed|go|pass)\b)(?:(?! (?:without|unless|until|before|after|except|than|but)\b)(?:[^,;:.()]|[,;:.](?=\S)))*/i;

/** The clause with which a statement begins that forbids something, so far as it says what; else empty. */
export function forbiddenClause(statement: string): string {
  return prohibition.exec(statement.trim())?.[0] ?? '';
}
