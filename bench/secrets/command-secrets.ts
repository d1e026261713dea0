import { lineTemplates, onCommandLine, type SecretTemplate } from './secret-template.ts';
import { drawKey, plainKinds } from './secret-values.ts';

const commands = (lines: readonly string[]): readonly SecretTemplate[] =>
  lineTemplates(lines, plainKinds).map(onCommandLine);

/** Passwords that programs take as an argument, by the way in which they take them. */
export const commandClasses: Readonly<Record<string, readonly SecretTemplate[]>> = {
  'attached -pX': commands([
    'mysql -u ‹user› -p‹secret› ‹name›',
    'mysqldump -h ‹host› -u‹user› -p‹secret› --single-transaction ‹name› > dump.sql',
    'mysqladmin -uroot -p‹secret› status',
    'mariadb -h ‹host› -P 3306 -u ‹user› -p‹secret› -e "select 1"',
    'docker exec db mysql -u‹user› -p‹secret› ‹name›',
    '7z x -p‹secret› backup.7z',
    'sshpass -p‹secret› ssh ‹user›@‹host› uptime',
    'unrar x -p‹secret› archive.rar',
  ]),
  '-p X': commands([
    'sshpass -p ‹secret› ssh ‹user›@‹host› uptime',
    'docker login -u ‹user› -p ‹secret› registry.example.org',
    'az login --service-principal -u ‹user› -p ‹secret› --tenant kettle',
    'twine upload -u ‹user› -p ‹secret› dist/*',
    'sshpass -p "‹secret›" scp out.tgz ‹user›@‹host›:/srv',
    'docker login registry.example.org --username ‹user› -p ‹secret›',
    'podman login -u ‹user› -p ‹secret› quay.example.org',
    "helm registry login -u ‹user› -p '‹secret›' ‹host›",
    'mongosh --host ‹host› -u ‹user› -p ‹secret› ‹name›',
    'oc login https://‹host›:6443 -u ‹user› -p ‹secret›',
    'cf login -a https://‹host› -u ‹user› -p ‹secret› -o ‹name›',
    'cqlsh ‹host› -u ‹user› -p ‹secret›',
  ]),
  '-P, -a, -w, -W, -k': commands([
    'sqlcmd -S ‹host› -U ‹user› -P ‹secret› -Q "select 1"',
    'redis-cli -h ‹host› -a ‹secret› ping',
    'ldapsearch -x -D cn=admin,dc=example -w ‹secret› -b dc=example',
    'openssl enc -d -aes-256-cbc -k ‹secret› -in a.enc -out a',
    'pk12util -i bundle.p12 -d db -W ‹secret›',
    'unzip -P ‹secret› backup.zip',
    'mosquitto_pub -h ‹host› -u ‹user› -P ‹secret› -t kettle -m on',
    'ipmitool -I lanplus -H ‹host› -U ‹user› -P ‹secret› power status',
    'bcp ‹name›.dbo.t out t.csv -S ‹host› -U ‹user› -P "‹secret›" -c',
    'redis-cli -a "‹secret›" --no-auth-warning info',
    'ldapmodify -H ldap://‹host› -D cn=admin,dc=example -w "‹secret›" -f a.ldif',
    'openssl aes-256-cbc -salt -k ‹secret› -in a -out a.enc',
  ]),
  'named password options': commands([
    'openssl rsa -in key.pem -passin pass:‹secret› -out plain.pem',
    'keytool -list -keystore k.jks -storepass ‹secret›',
    'openssl pkcs12 -export -in c.pem -passout pass:‹secret› -out c.p12',
    'deploy --user ‹user› --password ‹secret› --force',
    'jarsigner -keystore k.jks -storepass ‹secret› -keypass ‹secret› app.jar main',
    'gpg --batch --passphrase ‹secret› -d secrets.gpg',
    'mysql --user=‹user› --password=‹secret› ‹name›',
    'svn checkout --username ‹user› --password ‹secret› https://‹host›/svn',
    'psql-backup --db-password=‹secret› --out x',
    'plink -ssh ‹user›@‹host› -pw ‹secret› uptime',
    'wget --http-user=‹user› --http-password=‹secret› https://‹host›/f',
    "tool login --passwd '‹secret›'",
  ]),
  'passwords by place': commands([
    'htpasswd -b /etc/nginx/.htpasswd ‹user› ‹secret›',
    'smbclient //‹host›/share -U ‹user›%‹secret›',
    'sqlplus ‹user›/‹secret›@‹host›:1521/ORCL',
    'echo ‹secret› | sudo -S systemctl restart nginx',
    'htpasswd -bc .htpasswd ‹user› ‹secret›',
    'rpcclient -U "‹user›%‹secret›" ‹host›',
    'expdp ‹user›/‹secret›@‹name› directory=d dumpfile=e.dmp',
    "echo '‹secret›' | sudo -S apt-get update",
    'echo ‹secret› | docker login -u ‹user› --password-stdin',
    'echo "‹user›:‹secret›" | chpasswd',
    'lftp -u ‹user›,‹secret› sftp://‹host›',
    'curl -u ‹user›:‹secret› https://‹host›/api',
  ]),
  'argument lists': [
    (random) => list(['sshpass', '-p', '‹secret›', 'ssh', 'bob@host'], drawKey(random, 14), "'"),
    (random) => list(['mysql', '-u', 'root', '-p‹secret›', 'orders'], drawKey(random, 12), '"'),
    (random) => list(['docker', 'login', '-u', 'bob', '-p', '‹secret›'], drawKey(random, 16), "'"),
    (random) => list(['redis-cli', '-a', '‹secret›', 'ping'], drawKey(random, 18), '"'),
    (random) => list(['deploy', '--password', '‹secret›', '--force'], drawKey(random, 18), "'"),
    (random) => list(['ldapsearch', '-w', '‹secret›', '-x'], drawKey(random, 11), '"'),
  ],
};

/** As Python and Node print the arguments of a child that failed. */
function list(words: readonly string[], secret: string, quote: string) {
  const printed = words.map((word) => `${quote}${word.replace('‹secret›', secret)}${quote}`).join(', ');
  return {
    text: `subprocess.CalledProcessError: Command '[${printed}]' returned non-zero exit status 1.`,
    secret,
  };
}
