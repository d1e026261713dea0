import { type CommandWord, readCommandWords } from './command-words.ts';
import { isOfProse, isPlaceholder } from './judge-value.ts';
import type { SecretReader, SecretSpan } from './rule.ts';
import { followsEscape } from './token-bounds.ts';

/** How programs take a password on their command line, where the letter of an option alone would say too little. */
interface PasswordArguments {
  readonly programs: readonly string[];
  /** Only beneath one of these words: `-p` of `docker run` is a port. */
  readonly within?: readonly string[];
  /** Options whose next word is the password: `-p X`. */
  readonly separate?: readonly string[];
  /** Options that the password is glued to: `-pX`. */
  readonly attached?: readonly string[];
  /** Where it stands otherwise: beside the user's name, or as the last word. */
  readonly place?: 'user%password' | 'user/password' | 'user,password' | 'last';
}

const words = (list: string) => list.split(/\s+/);

const passwordArguments: readonly PasswordArguments[] = [
  {
    programs: words(
      `mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlshow mysqlpump mysqlslap mysqlbinlog mysqlsh mysql_upgrade
      mariadb mariadb-dump mariadb-admin mariadb-import mariadb-check mariadb-backup xtrabackup mycli`,
    ),
    attached: ['-p'],
  },
  { programs: ['sshpass'], separate: ['-p'], attached: ['-p'] },
  { programs: words('7z 7za 7zr unrar rar'), attached: ['-p'] },
  {
    programs: words('docker podman nerdctl buildah skopeo helm oras crane az oc kubectl cf argocd ibmcloud'),
    within: ['login', 'auth'],
    separate: ['-p', '-P'],
    attached: ['-p'],
  },
  {
    programs: words(
      `twine mongo mongosh mongodump mongorestore mongoimport mongoexport cqlsh beeline rabbitmqadmin couchbase-cli cbq
      evil-winrm crackmapexec netexec nxc psexec hdbsql clickhouse-client trino ncftp ncftpput ncftpget rdesktop vncdo sqoop
      wp drush influx tsh nexus jfrog svnrdump smbmap bteq check_mysql`,
    ),
    separate: ['-p', '-pw', '-password', '--pw'],
  },
  {
    programs: words(
      `sqlcmd bcp osql isql tsql freebcp unzip zip zipcloak mosquitto_pub mosquitto_sub mosquitto_rr ipmitool ipmi-power
      psftp hydra medusa dbaccess ttisql kcat cadaver`,
    ),
    separate: ['-P'],
    attached: ['-P'],
  },
  { programs: words('redis-cli redis-benchmark valkey-cli keydb-cli'), separate: ['-a', '--pass'] },
  {
    programs: words(
      'ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ldapcompare ldapmodrdn ldapexop ldapvi dsconf dsidm kadmin',
    ),
    separate: ['-w', '-W', '-s'],
    attached: ['-w'],
  },
  {
    programs: words('ipa-client-install ipa-server-install ipa-replica-install realm'),
    separate: ['-w', '-W', '-p', '-a'],
  },
  { programs: words('pk12util certutil signtool'), separate: ['-W', '-K', '-w', '-k', '/p'] },
  { programs: ['openssl'], separate: ['-k', '-K', '-passphrase'] },
  { programs: words('plink pscp puttygen nodetool winscp'), separate: ['-pw', '-password'] },
  { programs: words('snmpget snmpwalk snmpset snmpbulkwalk snmptrap'), separate: ['-A', '-X'] },
  {
    programs: words('smbclient rpcclient smbget smbcacls smbcquotas net winexe wmic samba-tool'),
    place: 'user%password',
  },
  { programs: words('sqlplus sqlcl rman expdp impdp exp imp sqlldr'), place: 'user/password' },
  { programs: ['lftp'], place: 'user,password' },
  { programs: ['htpasswd'], place: 'last' },
];

const kind = 'password';
const mostWords = 400;
const longestCommand = 20_000;
const shortest = 3;
const byProgram = new Map<string, PasswordArguments[]>();
for (const taking of passwordArguments) {
  for (const program of taking.programs) byProgram.set(program, [...(byProgram.get(program) ?? []), taking]);
}
/** Most lines that name a user go on without any such option. */
const secondOption =
  /[= \t]*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|\S{1,200})(?:[ \t]|\\\n)+["']?-(?:p|P|w|W|a|pw)["' \t\\]/y;
const longestPiped = 20_000;
const passwordOption = /^-(?:p|P|w|W|a|pw)$/;
const oracleLogin = /^[\w$#.]{1,64}\/([^@/\s]{3,})(?:@.*)?$/;

/** Passwords that stand as an argument of a program that is known to take them there. */
export const passwordArgumentReaders: readonly SecretReader[] = [
  {
    keywords: [...byProgram.keys()],
    find(text, start, end, scan) {
      if (start < scan.commandEnd || !isCommandWord(text, start, end)) return undefined;
      const reading = readCommand(text, end, text.slice(start, end).toLowerCase());
      scan.commandEnd = reading.end;
      return reading.secrets;
    },
  },
  {
    // An unknown program that is given a user is given a password by the next such option.
    keywords: [' -u ', ' --user ', ' --username ', ' --user=', ' --username='],
    find(text, start, end, scan) {
      if (start < scan.commandEnd) return undefined;
      secondOption.lastIndex = end;
      if (!secondOption.test(text)) return undefined;
      const from = text[end - 1] === '=' ? end - 1 : end;
      const [user, option, value] = take(readCommandWords(text, from), 3);
      if (!user || !option || !value || !passwordOption.test(option.value)) return undefined;
      if (/^[\d:/.]*$|^\.{0,2}\//.test(value.value) || /\bsudo$/.test(text.slice(start - 8, start)))
        return undefined;
      return isArgument(value.value) ? spanOf(value) : undefined;
    },
  },
  {
    keywords: ['echo ', 'printf '],
    find(text, _, end, { bars }) {
      const bar = bars.after(end);
      return bar === text.length || bar - end > longestPiped ? undefined : findPiped(text, end);
    },
  },
];

function isCommandWord(text: string, start: number, end: number): boolean {
  if (!/[ \t"']/.test(text[end] ?? '')) return false;
  return !/[\w.-]/.test(text[start - 1] ?? '') || followsEscape(text, start);
}

function nameOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

/** Goes through the words once; a program within the command (`docker exec db mysql …`) takes over. */
function readCommand(text: string, from: number, program: string) {
  let taking = byProgram.get(program) ?? [];
  let option = '';
  let end = from;
  let count = 0;
  let last: CommandWord | undefined;
  const seen = new Set<string>();
  const secrets: SecretSpan[] = [];
  let positions = 0;
  for (const word of readCommandWords(text, from)) {
    if (++count > mostWords || word.end - from > longestCommand) break;
    end = word.end;
    const other = option === '' ? byProgram.get(nameOf(word.value)) : undefined;
    if (other !== undefined) {
      taking = other;
      continue;
    }
    const secret = findInWord(word, option, taking, seen);
    if (secret) secrets.push(secret);
    seen.add(word.value);
    option = word.value.startsWith('-') ? word.value : '';
    if (option === '') positions++;
    last = word;
  }
  const atEnd = findLast(taking, seen, last, positions);
  return { secrets: atEnd ? [...secrets, atEnd] : secrets, end };
}

function findInWord(
  word: CommandWord,
  option: string,
  taking: readonly PasswordArguments[],
  seen: ReadonlySet<string>,
): SecretSpan | undefined {
  for (const { within, separate = [], attached = [], place } of taking) {
    if (within && !within.some((name) => seen.has(name))) continue;
    if (separate.includes(option) && isArgument(word.value)) return spanOf(word);
    const secret =
      gluedTo(attached, word.value, within === undefined) ?? (place && besideUser(word.value, option, place));
    if (secret === undefined || !isArgument(secret)) continue;
    const start = word.end - word.value.length + word.value.indexOf(secret, 2);
    return { start, end: start + secret.length, kind };
  }
  return undefined;
}

/** Numbers may be a port where a program takes those too. */
function gluedTo(options: readonly string[], word: string, takesNumbers: boolean): string | undefined {
  const option = word.startsWith('--') ? undefined : options.find((each) => word.startsWith(each));
  const secret = option && word.slice(option.length);
  return secret && (takesNumbers || !/^[\d:]+$/.test(secret)) ? secret : undefined;
}

function besideUser(
  word: string,
  option: string,
  place: NonNullable<PasswordArguments['place']>,
): string | undefined {
  if (place === 'last') return undefined;
  if (place === 'user/password')
    return /^(?:-[sSL])?$/.test(option) ? oracleLogin.exec(word)?.[1] : undefined;
  const at = word.indexOf(place === 'user%password' ? '%' : ',') + 1;
  if (at === 0 || !(/^-[uU]/.test(word) || /^(?:-[uU]|--user)$/.test(option))) return undefined;
  return word.slice(at);
}

/** `htpasswd -b FILE USER PASSWORD`, `htpasswd -nb USER PASSWORD`. */
function findLast(
  taking: readonly PasswordArguments[],
  seen: ReadonlySet<string>,
  last: CommandWord | undefined,
  positions: number,
): SecretSpan | undefined {
  if (!last || positions < 2 || !taking.some(({ place }) => place === 'last')) return undefined;
  const inBatch = [...seen].some((word) => /^-\w*b/.test(word));
  return inBatch && !last.value.startsWith('-') && isArgument(last.value) ? spanOf(last) : undefined;
}

const readsPassword =
  /^[ \t]*\|[^|\n]{0,200}?(?:sudo[^|\n]{0,100}[ \t](?:-\w*S\b|--stdin)|--(?:password|passphrase)-stdin|--passphrase-fd|passwd[ \t]|chpasswd|--with-token|(?:docker|podman) secret create|cryptsetup|kinit|(?:^|[ \t|])su[ \t]|-pass(?:in|out)?[ \t]stdin)/;

/** `echo X | sudo -S …`: what is piped into something that reads a password. */
function findPiped(text: string, end: number): SecretSpan | undefined {
  const words: CommandWord[] = [];
  for (const word of readCommandWords(text, end)) {
    if (words.length > 4) return undefined;
    words.push(word);
  }
  const last = words.at(-1);
  if (!last) return undefined;
  const bar = text.slice(last.end, last.end + 320).replace(/^\\?["']/, '');
  if (!readsPassword.test(bar)) return undefined;
  const first = words.find(({ value }) => !/^-[neE]+$|^%s/.test(value));
  if (!first) return undefined;
  const colon = /chpasswd/.test(bar) ? text.slice(first.start, last.end).indexOf(':') + 1 : 0;
  if (isPlaceholder(text.slice(first.start + colon, last.end))) return undefined;
  return { start: first.start + colon, end: last.end, kind };
}

function isArgument(value: string): boolean {
  return value.length >= shortest && !value.startsWith('-') && !isPlaceholder(value) && !isOfProse(value);
}

function spanOf({ start, end }: CommandWord): SecretSpan {
  return { start, end, kind };
}

function take<Value>(values: Iterable<Value>, count: number): readonly Value[] {
  const taken: Value[] = [];
  for (const value of values) {
    taken.push(value);
    if (taken.length === count) break;
  }
  return taken;
}
