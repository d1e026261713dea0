/**
 * How much a name promises. After a `password` nearly any value is one; after a `secret` or an `api_key` the value must look
 * drawn; after `key` and `access`, which have many harmless values, it must also be neither a hash nor a name.
 */
export type CredentialStrength = 'password' | 'secret' | 'key';

interface CredentialName {
  readonly kind: string;
  readonly strength: CredentialStrength;
  readonly words: readonly string[];
}

/** Words for a password in other languages; in scripts with two cases, each form in use. */
export const foreignNames: readonly string[] =
  `passwort kennwort contraseña contrasena mot_de_passe motdepasse senha palavra-passe wachtwoord lösenord losenord
  passord adgangskode salasana hasło haslo heslo jelszó lozinka parola şifre sifre пароль Пароль ПАРОЛЬ κωδικός Κωδικός
  密码 密碼 口令 パスワード 비밀번호 암호 סיסמה סיסמא mật_khẩu kata_sandi`.split(/\s+/);

/** Names of cookies by which servers know who is logged in. */
const sessionNames: readonly string[] = ['sessionid', 'sessid', 'connect.sid', 'user_session'];

export const credentialNames: readonly CredentialName[] = [
  {
    kind: 'password',
    strength: 'password',
    words: [
      'password',
      'passwd',
      'passphrase',
      'passcode',
      'pwd',
      'pass',
      'pw',
      'storepass',
      'keypass',
      'psk',
      'sshpass',
    ],
  },
  { kind: 'password', strength: 'password', words: foreignNames },
  {
    kind: 'secret',
    strength: 'secret',
    words: [
      'secret',
      'credential',
      'private_key',
      'privatekey',
      'private-key',
      'salt',
      '_auth',
      ...sessionNames,
    ],
  },
  { kind: 'token', strength: 'secret', words: ['token'] },
  {
    kind: 'api-key',
    strength: 'secret',
    words:
      `api_key apikey api-key access_key accesskey access-key auth_key authkey client_key clientkey client-key-data
      app_key appkey account_key accountkey shared_key sharedkey consumer_key consumerkey license_key licensekey
      master_key encryption_key encryptionkey signing_key signingkey logged_in_key nonce_key`.split(/\s+/),
  },
  { kind: 'key', strength: 'key', words: ['key', 'access', 'auth', 'api', 'creds'] },
];

/** Rest of a name that says the value is *about* the secret: `password_file`, `tokenCount`, `secretName`, `key_id`. */
const aboutTail = new RegExp(
  `^s?[._-]?(?:${[
    'names? ids? fields? files? paths? dirs? urls? uris? hosts? types? kinds? len(?:gth)? size bits min max count',
    'limit usage policy reset hint label prompt var(?:iable)? env errors? messages? msg regex pattern expir\\w* ttl',
    'age date time required valid\\w* input store\\w* manager service class version audience issuer arn',
    'ref(?:erence)? prefix suffix format alg\\w* index bucket encoding vault\\w* selector ring board words? codes?',
    'down up press\\w* event frame\\w* pair tab chars? string str meshing signatures? hash location source scope',
    'info config\\w* settings? mode level flag status state provider handler helper log list map set get is has',
    'identifier ib\\w* or\\w* ed ing ation entic\\w*',
  ]
    .join(' ')
    .replaceAll(' ', '|')})(?:[^a-z]|$)`,
  'i',
);

/** Start of a name that says the value is no secret: `public_key`, `nextPageToken`, `primary_key`, `show-password`. */
const aboutHead = new RegExp(
  `(?:^|[^a-z])(?:${[
    'pub(?:lic)? [cx]srf authenticity next prev page continuation cancel\\w* primary foreign unique sort partition cache',
    'idempotency index hot shortcut map dict lookup routing object translation message column row field group hash',
    'sync resume show hide forgot reset change invalid no is has use max min num default special eos bos pad unk mask',
    'sep cls stop start end lex parse syntax',
  ]
    .join(' ')
    .replaceAll(' ', '|')})[._-]?$`,
  'i',
);

/** Words that begin, end or stand within many others, so that they count as a part of a name only. */
const partsOfWords: ReadonlySet<string> = new Set(['pass', 'key', 'salt', 'pw']);

/** Whether an identifier, taken apart at a word that was found in it, is the name of something secret. */
export function namesSecret(word: string, head: string, tail: string): boolean {
  const lower = word.toLowerCase();
  if (partsOfWords.has(lower)) {
    const startsPart = /^$|[^A-Za-z]$/.test(head) || (/[a-z]$/.test(head) && /^[A-Z][a-z]/.test(word));
    if (!startsPart || /^[a-z]/i.test(tail)) return false;
    if (lower === 'key' && head.length < 2) return false;
  }
  return !aboutTail.test(atCamelHumps(tail)) && !aboutHead.test(atCamelHumps(head));
}

/** `nextPage` as `next_Page`. */
function atCamelHumps(name: string): string {
  let parted = '';
  let from = 0;
  for (let at = 1; at < name.length; at++) {
    if (!isCapital(name.charCodeAt(at)) || !isSmall(name.charCodeAt(at - 1))) continue;
    parted += `${name.slice(from, at)}_`;
    from = at;
  }
  return from === 0 ? name : parted + name.slice(from);
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

const credentialWord =
  /passw|passphrase|secret|token(?!s|iz)|credential|api[ _-]?key|(?:access|auth|private|signing|encryption|account|master|shared|license|write|consumer|client|app|deploy|setup|recovery)[ _-]?key|psk(?![a-z])|bearer|authorization|(?:^|[^a-z])auth(?![a-z])|requirepass|masterauth|userpwd|add_user|cookie|unseal|hmac|pepper(?![a-z])|aes[ _-]?key|signing(?![a-z.])|(?<![a-z])sign(?:ed)?\w{0,12}\(|crypt(?![a-z])|seed(?![a-z])|licen[cs]e(?=["']?[:=])|\.key:?\n/i;

/** Whether a text before a value says that such values are secret. */
export function announcesSecret(before: string): boolean {
  return credentialWord.test(before);
}

const harmlessWord =
  /(?:^|[^a-z])(?:sha|md5|h1|zh|blake|crc|hash|digest|checksum|integrity|commit|rev|revision|ref|ids?|oid|uuid|guid|etag|signature|fingerprint|public|pub|cert|certificate|address|trace|span|request|build|cache|mappings|base64|blob|tree|parent|version|tag|image|layer|container|pod|instance|node|object|cursor|page|site|peer|list|message|host|csrf|xsrf|authenticity)(?:\d*$|[^a-z])/i;

/** Whether a name says that its value is no secret: a digest, an id, a place. */
export function isHarmlessName(name: string): boolean {
  return harmlessWord.test(atCamelHumps(name));
}

/** Whether a name says that its value is a secret or harmless; undefined where it says neither. */
export function judgeName(name: string): 'secret' | 'harmless' | undefined {
  const word = credentialWord.exec(name);
  if (word !== null) {
    const [head, tail] = [name.slice(0, word.index), name.slice(word.index + word[0].length)];
    return namesSecret(word[0], head, tail) ? 'secret' : 'harmless';
  }
  return isHarmlessName(name) ? 'harmless' : undefined;
}
