import type { Plant } from './secret-shapes.ts';
import { lines } from './secret-shapes.ts';

/**
 * Secrets of services and programs that no row names, in the forms of their public documentation, by where they stand.
 * Written before the judge of drawn values. Their total was seen about a dozen times while the judge was tuned, so that it is optimistic.
 */
export const serviceClasses: readonly (readonly [name: string, plants: Readonly<Record<string, Plant>>])[] = [
  [
    'services: environment and settings',
    lines({
      'Hetzner Cloud': 'HCLOUD_TOKEN=‹any 64›',
      Vultr: 'export VULTR_API_KEY="‹upper 36›"',
      OVH: 'OVH_CONSUMER_KEY=‹any 32›',
      Upstash: 'UPSTASH_REDIS_REST_TOKEN="AX‹url 52›"',
      Mux: 'MUX_TOKEN_SECRET=‹base64 75›',
      Segment: 'SEGMENT_WRITE_KEY=‹any 32›',
      Coveralls: 'repo_token: ‹any 33›',
      'Code Climate': 'CC_TEST_REPORTER_ID=‹hex 64›',
      BrowserStack: 'BROWSERSTACK_ACCESS_KEY=‹any 20›',
      'Weights & Biases': 'WANDB_API_KEY=‹hex 40›',
      Bitwarden: 'BW_SESSION="‹base64 86›=="',
      Consul: 'CONSUL_HTTP_TOKEN=‹uuid 36›',
      Honeycomb: 'HONEYCOMB_TEAM=‹any 22›',
      Rollbar: 'ROLLBAR_POST_SERVER_ITEM=‹hex 32›',
    }),
  ],
  [
    'services: tokens by themselves',
    lines({
      Render: 'deploy failed for rnd_‹any 28›, retrying',
      NVIDIA: 'invalid credentials nvapi-‹url 64›',
      PostHog: 'phx_‹any 43› was refused',
      Axiom: 'xaat-‹uuid 36› has no access to this dataset',
      Matrix: 'syt_YWRh_‹any 20›_‹any 6›',
      'Docker Swarm': 'SWMTKN-1-‹small 50›-‹small 25›',
      K3s: 'K10‹hex 64›::server:‹hex 32›',
      Fauna: 'fnA‹url 37› is not valid here',
      Resend: 're_‹any 8›_‹any 24›',
      Chromatic: 'project token chpt_‹hex 15› not found',
      Pushbullet: 'o.‹any 32›',
      'Salesforce session': 'sf org login 00D‹any 12›!AQ‹any 94›',
      Unleash: '*:development.‹hex 60›',
    }),
  ],
  [
    'services: commands',
    lines({
      ngrok: 'ngrok config add-authtoken ‹any 49›',
      wandb: 'wandb login ‹hex 40›',
      'IBM Cloud': 'ibmcloud login --apikey ‹url 44› -r eu-de',
      kubeadm: 'kubeadm join 10.0.0.1:6443 --token ‹small 6›.‹small 16›',
      NuGet: 'dotnet nuget push a.1.0.0.nupkg -k ‹small 46› -s https://a.test',
      Netlify: 'netlify deploy --prod --auth ‹url 43›',
      Vercel: 'vercel deploy --token ‹any 24›',
      Snyk: 'snyk auth ‹uuid 36›',
      rclone: 'rclone obscure ‹any 14›',
      Pulumi: 'pulumi config set --secret db:pass ‹any 18›',
      Surge: 'surge ./dist --token ‹hex 32›',
      Sentry: 'sentry-cli --auth-token ‹hex 64› releases list',
    }),
  ],
  [
    'services: addresses',
    lines({
      Alchemy: 'https://eth-mainnet.g.alchemy.com/v2/‹url 32›',
      Infura: 'RPC_URL=https://mainnet.infura.io/v3/‹hex 32›',
      IFTTT: 'curl https://maker.ifttt.com/trigger/boil/with/key/‹url 43›',
      'Google Chat': 'https://chat.googleapis.com/v1/spaces/AAAA/messages?key=a&token=‹url 43›',
      DingTalk: 'https://oapi.dingtalk.com/robot/send?access_token=‹hex 64›',
      Feishu: 'https://open.feishu.cn/open-apis/bot/v2/hook/‹uuid 36›',
      'Azure function': 'GET https://kettle.azurewebsites.net/api/boil?code=‹url 54›== 500',
      OpenWeather: 'https://api.openweathermap.org/data/2.5/weather?q=Oslo&appid=‹hex 32›',
      Cloudinary: 'CLOUDINARY_URL=cloudinary://‹digit 15›:‹url 27›@kettle',
      Gotify: 'curl "https://push.a.test/message?token=A‹url 14›"',
    }),
  ],
  [
    'services: heads of requests',
    lines({
      Postmark: 'curl -H "X-Postmark-Server-Token: ‹uuid 36›" https://api.postmarkapp.com',
      Hasura: 'x-hasura-admin-secret: ‹any 32›',
      Splunk: 'Authorization: Splunk ‹uuid 36›',
      Elastic: 'Authorization: ApiKey ‹base64 60›',
      Opsgenie: 'Authorization: GenieKey ‹uuid 36›',
      Shopify: "'X-Shopify-Access-Token': '‹hex 32›'",
      Supabase: 'apikey: ‹any 40›',
      Vault: 'X-Vault-Token: ‹any 26›',
      PagerDuty: 'Authorization: Token token=‹url 20›',
    }),
  ],
  [
    'services: files of other languages',
    lines({
      BIND: 'key "kettle" {\n  algorithm hmac-sha256;\n  secret "‹base64 43›=";\n};',
      'web.config': '<machineKey validationKey="‹hexUp 128›" decryptionKey="‹hexUp 64›" />',
      plist: '<key>MapsApiKey</key>\n<string>‹any 39›</string>',
      WordPress: "define('SECURE_AUTH_KEY', '‹any 64›');",
      Android: '<string name="maps_api_key">‹any 39›</string>',
      Terraform: 'provider "linode" {\n  token = "‹hex 64›"\n}',
      'Kotlin script': 'storePassword = "‹any 14›"',
      Kaggle: '{"username":"ada","key":"‹hex 32›"}',
      JAAS: 'sasl.jaas.config=PlainLoginModule required username="ada" password="‹any 16›";',
      zulip: '[api]\nemail=ada@a.test\nkey=‹any 32›\nsite=https://a.test\n',
      Joomla: "public $secret = '‹any 16›';",
      Elixir: 'config :app, Guardian, secret_key: "‹base64 64›"',
    }),
  ],
];
