const mostTypes = 8;

/** Names that languages, compilers, linters, databases and the operating system give to kinds of failure. */
const shapes: readonly RegExp[] = [
  /(?<![\w-])(?:[A-Z][A-Za-z0-9]{0,80}(?:Error|Exception|Failure|Fault|Interrupt|Warning|Exit)(?=[:\s([\])]|$)|Error(?=: ))/g,
  /\b(?:TS|CS|BC|FS|C|LNK|MSB|NU|NETSDK|SC|YN|E|W|F|B|S|D|N|I|PL[CEWR]|UP|SIM|RUF|G|SA|ST)\d{3,5}\b/g,
  /\b(?:E(?:NOENT|ACCES|PERM|EXIST|ADDRINUSE|CONNREFUSED|CONNRESET|CONNABORTED|HOSTUNREACH|NOTFOUND|TIMEDOUT|MFILE|NOSPC|ISDIR|NOTDIR|NOTEMPTY|PIPE|INVAL|BUSY|XDEV|ROFS|AI_AGAIN|RESOLVE|BADENGINE|LIFECYCLE|INTEGRITY|404|401|403)|ERR_[A-Z_]{3,60}|SQLITE_[A-Z_]{3,30}|SIG(?:SEGV|ABRT|KILL|BUS|ILL|FPE|TERM))\b/g,
  /\b[A-Z]{2,8}-\d{3,6}\b/g,
  /\bHTTP(?:\/[\d.]{1,4})? [45]\d\d\b/g,
  /^(?:panic|fatal)(?=: )/g,
];

/** Kinds of failure named in these lines, without packages and modules before the name, in order, without duplicates. */
export function exceptionTypes(lines: readonly string[]): readonly string[] {
  const types = new Set<string>();
  for (const line of lines) {
    for (const shape of shapes) {
      for (const [type] of line.matchAll(shape)) types.add(type.replace(/^HTTP\/\S+/, 'HTTP'));
    }
  }
  return [...types].slice(0, mostTypes);
}

const kindEndings = /(?:Error|Exception|Failure|Fault|Interrupt|Warning|Exit)$/;

/** Whether a name is that of a kind of error, which any number of failures have. */
export function isExceptionType(name: string): boolean {
  return kindEndings.test(name);
}
