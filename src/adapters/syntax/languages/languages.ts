import type { SyntaxLanguage } from '../../../model/code.ts';
import { c, cpp } from './c.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript, tsx, typescript } from './javascript.ts';
import type { LanguageRules } from './language-rules.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

export const languages: Readonly<Record<SyntaxLanguage, LanguageRules>> = {
  python,
  typescript,
  tsx,
  javascript,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
};
